import { expect, it } from 'vitest'

import { isBackwards, isFiltered, NO_FILTER, toQuery } from './entry-filter.ts'

it('sends nothing when nothing was chosen', () => {
  expect(toQuery(NO_FILTER)).toEqual({})
  expect(isFiltered(NO_FILTER)).toBe(false)
})

it("includes both days in full, by the business's calendar", () => {
  expect(toQuery({ kind: 'sale', from: '2026-11-14', to: '2026-11-14' })).toEqual({
    kind: 'sale',
    from: '2026-11-13T16:00:00.000Z',
    to: '2026-11-14T16:00:00.000Z',
  })
})

it.each([
  ['2026-11-15', '2026-11-14', true],
  ['2026-11-14', '2026-11-14', false],
  ['2026-11-15', '', false],
  ['', '2026-11-14', false],
])('%s to %s is in the wrong order: %s', (from, to, expected) => {
  expect(isBackwards({ kind: '', from, to })).toBe(expected)
})
