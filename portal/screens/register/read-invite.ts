import { limits } from '../../../contract/limits.ts'
import { readQueryParam } from '../../../ui/device/page.ts'

/** The code of the invitation that led here. */
export function readInvite(): string | null {
  return readQueryParam('invite')?.trim().slice(0, limits.inviteCodeMax) ?? null
}
