import { expect, it } from 'vitest'

import { isChosen } from './is-chosen.ts'

const isPaid = (current: Record<string, string>) =>
  isChosen({ label: '', filters: { state: 'paid', kind: 'sale' } }, current)

it('a preset is chosen by exactly its filters, neither more nor less, nor another value', () => {
  expect(isPaid({ kind: 'sale', state: 'paid' })).toBe(true)
  expect(isPaid({ kind: 'sale', state: 'paid', from: '2026-11-01' })).toBe(false)
  expect(isPaid({ state: 'paid' })).toBe(false)
  expect(isPaid({ kind: 'sale', state: 'open' })).toBe(false)
  expect(isPaid({ kind: 'sale', from: 'paid' })).toBe(false)
})

it('the preset without filters is chosen while there are none', () => {
  expect(isChosen({ label: '', filters: {} }, {})).toBe(true)
  expect(isChosen({ label: '', filters: {} }, { state: 'paid' })).toBe(false)
})
