import type { ErrorCode } from '../../contract/errors.ts'

/** What the server cannot tell: no answer in time, no connection, an answer that is not ours (a proxy's page). */
export type ClientErrorCode = 'client.timeout' | 'client.network' | 'client.answer'

type Details = {
  code: ErrorCode | ClientErrorCode
  /** 0 when no answer arrived. */
  status: number
  /** The server's words in the reader's language; the code itself for `client.…`, whose words the app has. */
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
  /** How long a 429 asks to wait; null when it does not say. */
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

  /** The server has decided: nothing was done, and asking again does not change its mind. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500
  }

  /** 401 and 404 mean one thing only: sign in again. */
  get isExpired(): boolean {
    return this.status === 401 || this.status === 404
  }
}
