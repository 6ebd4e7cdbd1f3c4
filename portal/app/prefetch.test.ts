import { expect, test } from 'vitest'

import { isFast } from './prefetch.ts'

test.each([
  ['a browser that says nothing', undefined, true],
  ['a good line', { saveData: false, effectiveType: '4g', downlink: 10 }, true],
  ['somebody who saves data', { saveData: true, effectiveType: '4g', downlink: 10 }, false],
  ['3G', { effectiveType: '3g', downlink: 10 }, false],
  ['slow 4G', { effectiveType: '4g', downlink: 1.6 }, false],
])('%s: prefetches with %j: %s', (_name, link, isFetched) => {
  expect(isFast(link)).toBe(isFetched)
})
