import { expect, it } from 'vitest'

import { shareTone } from './share-tone.ts'

it.each([
  [0, 1000, 'brand'],
  [849, 1000, 'brand'],
  [850, 1000, 'warn'],
  // The figure beside it rounds to 100 %, but something is left.
  [999, 1000, 'warn'],
  [1000, 1000, 'bad'],
  [1001, 1000, 'bad'],
])('%i of %i is %s', (used, max, tone) => {
  expect(shareTone(used, max, 85)).toBe(tone)
})
