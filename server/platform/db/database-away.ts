/**
 * Refused, reset, shutting down, starting up, read-only after a change of primary, out of space or connections, or too
 * slow.
 */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAGAIN|ENOENT|57P0[1-5]|57014|25006|53\d{3}|58\d{3}|08\d{3})$/
/** The driver's own errors have no code. */
const WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|database connection is broken|not queryable|Client was closed/

/** pgbouncer reports all of this as a protocol violation, although nobody violated the protocol. */
const POOLER_WORDS =
  /server conn crashed|server_login_retry|query_wait_timeout|cannot connect to server|server closed the connection/

/** The database went away, is full or does not answer: worth another try, unlike an error of ours. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return CODES.test(code) || WORDS.test(error.message) || (code === '08P01' && POOLER_WORDS.test(error.message))
}
