import type { ErrorCode } from '../../contract/errors.ts'

/** Failures without a valid server answer: no answer in time, no connection, or a foreign answer (a proxy's page). */
export type ClientErrorCode = 'client.timeout' | 'client.network' | 'client.answer'

type Details = {
  code: ErrorCode | ClientErrorCode
  /** 0 when no answer arrived. */
  status: number
  /** The server's text in the reader's language; for `client.…` the code itself, because the app has its text. */
  message: string
  fields?: Record<string, string> | undefined
  data?: unknown
  reqId?: string | undefined
  retryAfterS?: number | null
}

export class ApiError extends Error {
  readonly code: ErrorCode | ClientErrorCode
  readonly status: number
  readonly fields: Record<string, string>
  readonly data: unknown
  readonly reqId: string | null
  /** Wait that a 429 asks for; null when it names none. */
  readonly retryAfterS: number | null

  constructor(details: Details) {
    super(details.message)
    this.name = 'ApiError'
    this.code = details.code
    this.status = details.status
    this.fields = details.fields ?? {}
    this.data = details.data ?? null
    this.reqId = details.reqId ?? null
    this.retryAfterS = details.retryAfterS ?? null
  }

  /** The server refused: nothing was done, and asking again will not help. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500
  }

  /** 401 and 404 both mean: sign in again. */
  get isExpired(): boolean {
    return this.status === 401 || this.status === 404
  }
}
