import { fail } from '../../platform/errors.ts'

/**
 * Where a page ended. Rows that have a value in the sorted column come first, `v`; those without one follow by their ids,
 * `n`. The value is the database's own text of it: a Date would lose its microseconds.
 */
export type PageEnd = { part: 'v' | 'n'; value: string; id: string }

const PARTS = /^([vn])\.([\w-]*)\.([\w-]{1,60})$/

export function writeEnd({ part, value, id }: PageEnd): string {
  return `${part}.${Buffer.from(value).toString('base64url')}.${id}`
}

export function readEnd(cursor: string | undefined, isValue: (value: string) => boolean): PageEnd | null {
  if (cursor === undefined) return null
  const [, part, coded = '', id = ''] = PARTS.exec(cursor) ?? []
  const value = Buffer.from(coded, 'base64url').toString()
  const isOurs = part !== undefined && /^\d{1,15}$/.test(id) && (part === 'n' || isValue(value))
  if (!isOurs || value.includes('\0')) return fail('request.invalid', { fields: { cursor: 'pattern' } })
  return { part: part as PageEnd['part'], value, id }
}
