import { describe, expect, test } from 'vitest'

import { Refusal } from '../errors.ts'
import { pagesBy } from './page-cursor.ts'

const invalid = new Refusal('request.invalid', { fields: { cursor: 'pattern' } })
const uuid = '0b7c1f3e-6f0a-4d57-9d3b-5c1d2e3f4a5b'

describe('a list in pages', () => {
  test('returns the sort values of the last row shown', () => {
    const pages = pagesBy({ name: 'text', amountFen: 'number', at: 'time', id: 'uuid' }, 2)
    const end = { name: '张.三 a/b', amountFen: -1205, at: new Date('2026-02-03T04:05:06.789Z'), id: uuid }
    const rows = [{ ...end, id: 'first' }, end, { ...end, id: 'of the next page' }]
    const { shown, next } = pages.page(rows, (row) => row)
    expect(shown).toEqual(rows.slice(0, 2))
    expect(next).toMatch(/^[\w.:-]+$/)
    expect(pages.after(next!)).toEqual(end)
  })

  test('has no next page when the database had no more rows', () => {
    const pages = pagesBy({ id: 'id' }, 2)
    expect(pages.limit).toBe(3)
    expect(pages.page([{ id: 2 }, { id: 1 }], (row) => row)).toEqual({ shown: [{ id: 2 }, { id: 1 }], next: null })
    expect(pages.page([], (row: { id: number }) => row)).toEqual({ shown: [], next: null })
  })

  test('begins at the start without a cursor', () => {
    expect(pagesBy({ at: 'time', id: 'id' }).after(undefined)).toBeNull()
  })

  test.each(['', 'x', '1', '1.', '.1', '1.2.3', '-1.1', '1.-1', '01.1', '1e3.1', '1234567890123456.1', `1.${uuid}`])(
    'refuses a made-up cursor: %j',
    (cursor) => expect(() => pagesBy({ at: 'time', id: 'id' }).after(cursor)).toThrow(invalid),
  )

  test.each(['AA.1', 'a.1', 'YWI=.1', '__.1'])(
    'refuses text that the database cannot hold or that is not text: %j',
    (cursor) => {
      expect(() => pagesBy({ name: 'text', id: 'id' }).after(cursor)).toThrow(invalid)
    },
  )
})
