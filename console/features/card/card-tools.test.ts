import { expect, it } from 'vitest'

import { listOf } from './card-tools.tsx'

it.each([
  ['12', '/cards/keys?batchId=12'],
  ['#1200', '/cards/keys?batchId=1200'],
  ['1200', '/cards/keys?q=1200'],
  ['aB3d', '/cards/keys?q=aB3d'],
  ['ABCD-EFGH-JKLM-NPQR', null],
])('%s is looked up at %s', (typed, list) => {
  expect(listOf(typed)).toBe(list)
})
