import { fail } from './errors.ts'

/** Where a page of a list ended: rows of one moment are told apart by their ids. */
export type PageEnd = { at: Date; id: number }

export function writeCursor({ at, id }: PageEnd): string {
  return `${at.getTime()}.${id}`
}

export function readCursor(cursor: string | undefined): PageEnd | null {
  if (cursor === undefined) return null
  const [, ms, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  if (!ms || !id) return fail('request.invalid', { fields: { cursor: 'pattern' } })
  return { at: new Date(Number(ms)), id: Number(id) }
}
