import { expect, it } from 'vitest'

import { moneyText } from './money.tsx'

it.each([
  [0, false, '¥0.00'],
  [6_842_000, false, '¥68,420.00'],
  [-1250, false, '−¥12.50'],
  [1250, true, '+¥12.50'],
  [0, true, '¥0.00'],
])('%i fen, as an entry: %s, reads %s', (fen, isEntry, text) => {
  expect(moneyText(fen, isEntry)).toBe(text)
})
