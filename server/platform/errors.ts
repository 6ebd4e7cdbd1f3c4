import { errorStatus, type ErrorCode } from '../../contract/errors.ts'

export type RefusalExtra = { fields?: Record<string, string>; retryAfterS?: number; data?: Record<string, unknown> }

/** A refusal with a stable code. Throw it anywhere; http/envelope.ts turns it into a status and an envelope. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly extra: RefusalExtra

  constructor(code: ErrorCode, extra: RefusalExtra = {}) {
    super(code)
    this.code = code
    this.status = errorStatus[code]
    this.extra = extra
  }
}

export function fail(code: ErrorCode, extra?: RefusalExtra): never {
  throw new Refusal(code, extra)
}
