import { expect, it } from 'vitest'

import type { ShownImport } from '../../../../contract/console/imports.ts'
import { changedRows, yuanText } from './figures.ts'
import { emptyDraft, isReady, openImport, wishOf } from './start-draft.ts'

const AT = '2026-01-01T00:00:00.000Z'
const before: ShownImport = {
  importId: 1,
  resellerId: 260,
  title: '',
  source: 'panel',
  panel: 'V2Board',
  wholesalePercent: 40,
  isDone: true,
  runs: 1,
  begunAt: AT,
  changedAt: AT,
  undoneAt: null,
}

it('a first import goes to a new reseller and needs terms', () => {
  const draft = emptyDraft([{ ...before, undoneAt: AT }])
  expect(draft).toMatchObject({ place: 'new', reseller: '' })
  expect(isReady(draft, null, 0)).toBe(false)
  const typed = { ...draft, title: ' 海风 ', percent: '40', token: ' x ' }
  expect(isReady(typed, null, 0)).toBe(true)
  expect(isReady({ ...typed, percent: '101' }, null, 0)).toBe(false)
  expect(wishOf(typed, null)).toEqual({ hasLooked: false, title: '海风', wholesalePercent: 40, serverToken: 'x' })
})

it('a second one goes on where the first went, and changes no terms', () => {
  const draft = emptyDraft([before])
  const open = openImport(draft, [before])
  expect(open).toBe(before)
  expect([isReady(draft, open, 0), isReady(draft, open, 2), isReady({ ...draft, hasLooked: true }, open, 2)]).toEqual([
    true,
    false,
    true,
  ])
  expect(wishOf(draft, open)).toEqual({ hasLooked: false, resellerId: 260 })
  expect(openImport({ ...draft, source: 'other' }, [before])).toBeNull()
  expect(openImport({ ...draft, reseller: '26' }, [before])).toBeNull()
})

it.each([
  ['0', '¥0.00'],
  ['-5', '−¥0.05'],
  ['1250', '¥12.50'],
  ['999999999999999999', '¥9,999,999,999,999,999.99'],
])('%s fen are %s', (fen, text) => expect(yuanText(fen)).toBe(text))

it('a report names what changed, and the money in any case', () => {
  const t = ((key: string) => key) as never
  expect(changedRows(t, { users: 2, nodes: 0, balanceFen: 0 }, false).map(({ name, value }) => [name, value])).toEqual([
    ['newUsers', '2'],
    ['bookedBalance', '¥0.00'],
  ])
  expect(changedRows(t, { users: 2, entries: 0 }, true)).toEqual([{ name: 'undoneUsers', value: '2' }])
})
