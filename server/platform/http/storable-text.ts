/** Deeper than any call of ours; a recursion without a limit would let one body end the request with a fault. */
const DEPTH_MAX = 32

/**
 * PostgreSQL text holds neither a zero byte nor half a surrogate pair, and JSON carries both; a query string can spell
 * a number beyond all bounds. Found here, such a value is the caller's mistake; found by the database, it would be a
 * fault of ours. Returns the path of the first one.
 */
export function findUnstorable(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path.join('.') : null
  if (typeof value === 'number') return Number.isFinite(value) ? null : path.join('.')
  if (typeof value !== 'object' || value === null) return null
  if (path.length >= DEPTH_MAX) return path[0] ?? 'body'
  for (const [name, inner] of Object.entries(value)) {
    const found = findUnstorable(name, [...path, 'name']) ?? findUnstorable(inner, [...path, name])
    if (found !== null) return found
  }
  return null
}
