/** Deeper than any call of ours. Without a limit, one deeply nested body could crash the request. */
const DEPTH_MAX = 32

/**
 * PostgreSQL text can hold neither a zero byte nor half a surrogate pair, but JSON can carry both; a query string can
 * spell a number beyond all bounds. Found here, such a value is the caller's mistake; found by the database, it would
 * look like our error. Returns the path of the first such value.
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
