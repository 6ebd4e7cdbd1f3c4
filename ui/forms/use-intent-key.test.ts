import { afterEach, expect, it, vi } from 'vitest'

import { makeIntentKey } from './use-intent-key.ts'

afterEach(() => vi.unstubAllGlobals())

it('keeps the key for a retry of the same thing', () => {
  const key = makeIntentKey()
  expect(key.of({ amountFen: 100 })).toBe(key.of({ amountFen: 100 }))
})

it('makes a new key for another amount, and for going back to the first one', () => {
  const key = makeIntentKey()
  const first = key.of({ amountFen: 100 })
  const second = key.of({ amountFen: 200 })
  expect(second).not.toBe(first)
  expect(key.of({ amountFen: 100 })).not.toBe(first)
})

it('makes a new key for the same thing once it is done', () => {
  const key = makeIntentKey()
  const first = key.of({ amountFen: 100 })
  key.settle()
  expect(key.of({ amountFen: 100 })).not.toBe(first)
})

it('makes keys that the contract accepts', () => {
  expect(makeIntentKey().of({})).toMatch(/^[\w.:-]{8,200}$/)
})

it('makes keys over plain http, where browsers have no randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const [one, two] = [makeIntentKey().of({}), makeIntentKey().of({})]
  expect(one).toMatch(/^[\w.:-]{8,200}$/)
  expect(two).not.toBe(one)
})
