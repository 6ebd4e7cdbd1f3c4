import { expect, it } from 'vitest'

import { changeOf, firstDraft } from './wholesale-draft.ts'

const known = { packageId: '7', period: 'month', packageName: '轻享版', wholesaleFen: 710 } as const

it('begins with the existing price in yuan', () => {
  expect(firstDraft({ ...known, suggestedRetailFen: 1999 })).toEqual({
    packageId: '7',
    period: 'month',
    wholesale: 7.1,
    suggested: 19.99,
    from: '',
  })
  expect(firstDraft(undefined)).toMatchObject({ packageId: null, wholesale: '', suggested: '' })
})

it('is no change while the package, the period or the price is missing', () => {
  const draft = firstDraft(known)
  for (const missing of [{ packageId: null }, { period: null }, { wholesale: '' }]) {
    expect(changeOf({ listId: 0 }, { ...draft, ...missing })).toBeNull()
  }
})

it('removes an emptied suggestion from a list; a reseller’s own price has none', () => {
  const draft = { ...firstDraft(known), wholesale: '6.10' }
  expect(changeOf({ listId: 2 }, draft)).toEqual({
    listId: 2,
    entries: [{ packageId: '7', period: 'month', wholesaleFen: 610, suggestedRetailFen: null }],
  })
  expect(changeOf({ resellerId: 260 }, draft)).toEqual({
    resellerId: 260,
    entries: [{ packageId: '7', period: 'month', wholesaleFen: 610 }],
  })
})

it('starts a wanted day by the business’s clock', () => {
  expect(changeOf({ listId: 0 }, { ...firstDraft(known), from: '2026-12-01' })).toMatchObject({
    from: '2026-11-30T16:00:00.000Z',
  })
})
