import { expect, it } from 'vitest'

import { rateText } from './rate-text.ts'

it.each([
  [0, '0 bps'],
  [-5, '0 bps'],
  [999, '999 bps'],
  [1000, '1.00 Kbps'],
  [12_345_678, '12.3 Mbps'],
  [999_999, '1.00 Mbps'],
  [250_000_000, '250 Mbps'],
  [3_210_000_000, '3.21 Gbps'],
])('%i is %s', (bps, text) => {
  expect(rateText(bps)).toBe(text)
})
