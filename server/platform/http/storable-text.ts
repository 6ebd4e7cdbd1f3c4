/**
 * PostgreSQL text holds neither a zero byte nor half a surrogate pair, and JSON carries both. Found here, such a text
 * is the caller's mistake; found by the database, it would be a fault of ours.
 */
export function findUnstorableText(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path.join('.') : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const found = findUnstorableText(name, [...path, name]) ?? findUnstorableText(inner, [...path, name])
    if (found !== null) return found
  }
  return null
}
