import { expect, it } from 'vitest'

import { FIRST, ruleOf, ruleToday } from './rule-draft.ts'

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

it('begins with the mark-up and the ending of today', () => {
  const rows = [
    { wholesaleFen: 1000, retailFen: 1590 },
    { wholesaleFen: 2000, retailFen: 3190 },
    { wholesaleFen: 4000, retailFen: 6990 },
    { wholesaleFen: 500, retailFen: null },
  ]
  expect(ruleToday(rows)).toEqual({ by: 'percent', amount: 60, ending: '90' })
  expect(ruleToday(rows, 'amount')).toEqual({ by: 'amount', amount: 11.9, ending: '90' })
  expect(ruleToday([])).toEqual(FIRST)
})
