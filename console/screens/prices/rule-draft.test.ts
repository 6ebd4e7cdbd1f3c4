import { expect, it } from 'vitest'

import { FIRST, ruleOf } from './rule-draft.ts'

it.each([
  [{}, { percent: 40, ending: 90 }],
  [
    { amount: '50', ending: '99' },
    { percent: 50, ending: 99 },
  ],
  [{ amount: 12.6, ending: 'none' }, { percent: 13 }],
  [
    { by: 'amount', amount: '3.50', ending: '0' },
    { markUpFen: 350, ending: 0 },
  ],
] as const)('%j is the rule %j', (typed, rule) => {
  expect(ruleOf({ ...FIRST, ...typed })).toEqual(rule)
})
