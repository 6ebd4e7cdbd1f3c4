import { afterEach, expect, it, vi } from 'vitest'

import { makeIntentKey } from './use-intent-key.ts'

afterEach(() => vi.unstubAllGlobals())

it('a retry of the same thing keeps its key', () => {
  const key = makeIntentKey()
  expect(key.of({ amountFen: 100 })).toBe(key.of({ amountFen: 100 }))
})

it('another amount is another intent, and so is going back to the first', () => {
  const key = makeIntentKey()
  const first = key.of({ amountFen: 100 })
  const second = key.of({ amountFen: 200 })
  expect(second).not.toBe(first)
  expect(key.of({ amountFen: 100 })).not.toBe(first)
})

it('once it is done, the same thing again is a new intent', () => {
  const key = makeIntentKey()
  const first = key.of({ amountFen: 100 })
  key.settle()
  expect(key.of({ amountFen: 100 })).not.toBe(first)
})

it('the contract takes it', () => {
  expect(makeIntentKey().of({})).toMatch(/^[\w.:-]{8,200}$/)
})

it('over plain http, where browsers have no randomUUID, there are keys too', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const [one, two] = [makeIntentKey().of({}), makeIntentKey().of({})]
  expect(one).toMatch(/^[\w.:-]{8,200}$/)
  expect(two).not.toBe(one)
})
