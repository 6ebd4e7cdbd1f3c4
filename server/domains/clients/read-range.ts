export type ByteRange = { first: number; last: number }

/**
 * The part of a file that a `Range` header asks for. Null: send all of it, as for no header, several ranges or nonsense
 * (RFC 9110, 14.2). `outside`: nothing of the file is in it.
 */
export function readRange(header: string | undefined, size: number): ByteRange | null | 'outside' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') return Number(to) === 0 ? 'outside' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  if (to !== '' && Number(to) < Number(from)) return null
  if (Number(from) >= size) return 'outside'
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(size - 1, Number(to)) }
}
