import { expect, it } from 'vitest'

import { fieldsOf, firstDraft, isReady, pricesOf } from './package-draft.ts'

const GB = 1024 ** 3
const typed = { ...firstDraft(undefined), name: ' 轻享版 ', gb: '100' }

it('needs a name and traffic', () => {
  expect([isReady(typed), isReady({ ...typed, name: ' ' }), isReady({ ...typed, gb: '' })]).toEqual([
    true,
    false,
    false,
  ])
})

it('sends bytes, and no limit of stock where none is typed', () => {
  expect(fieldsOf(typed)).toMatchObject({
    name: '轻享版',
    trafficBytes: 100 * GB,
    deviceLimit: 3,
    lineLimit: 5,
    stock: null,
  })
  expect(fieldsOf({ ...typed, stock: 0 }).stock).toBe(0)
})

it('a traffic pack has neither devices nor lines', () => {
  expect(fieldsOf({ ...typed, kind: 'pack' })).toMatchObject({ deviceLimit: 0, lineLimit: 0 })
})

it('sends days and payer of a trial, but not of a pack', () => {
  const trial = { ...typed, isTrial: true, trialDays: '2', trialPaidBy: 'platform' as const }
  expect(fieldsOf(typed).trial).toBeNull()
  expect(fieldsOf(trial).trial).toEqual({ days: 2, paidBy: 'platform' })
  expect(fieldsOf({ ...trial, kind: 'pack' }).trial).toBeNull()
  expect([isReady(trial), isReady({ ...trial, trialDays: '' })]).toEqual([true, false])
})

it('sends prices in fen for the periods that have one, and none that the kind does not know', () => {
  const prices = {
    month: { wholesale: '7.10', suggested: 19.99 },
    year: { wholesale: 70, suggested: '' },
    quarter: { wholesale: '', suggested: 30 },
    once: { wholesale: 3, suggested: 6 },
  }
  expect(pricesOf({ ...typed, prices }, ['month', 'quarter', 'half', 'year'])).toEqual([
    { period: 'month', wholesaleFen: 710, suggestedRetailFen: 1999 },
    { period: 'year', wholesaleFen: 7000 },
  ])
})
