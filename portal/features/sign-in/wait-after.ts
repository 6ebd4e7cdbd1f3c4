import { limits } from '../../../contract/limits.ts'
import { ApiError } from '../../../ui/http/api-error.ts'

/** After so many waits in a row the reader decides: something else is wrong then. */
const MOST_WAITS = 3

/** Seconds after which the form sends itself again; null when it should not. */
export function waitAfter(error: unknown, waitsBefore: number): number | null {
  if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfterS === null) return null
  const isShort = error.retryAfterS * 1000 <= limits.loginDelayMaxMs
  return isShort && waitsBefore < MOST_WAITS ? Math.max(1, error.retryAfterS) : null
}
