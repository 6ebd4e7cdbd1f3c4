import { expect, it } from 'vitest'

import { spanOf } from './freeze-state.ts'

it.each([
  [0, { days: 0, hours: 0, minutes: 0 }],
  [-5, { days: 0, hours: 0, minutes: 0 }],
  [20, { days: 0, hours: 0, minutes: 1 }],
  [610, { days: 0, hours: 0, minutes: 10 }],
  [3600, { days: 0, hours: 1, minutes: 0 }],
  [86_360, { days: 0, hours: 23, minutes: 59 }],
  [86_399, { days: 1, hours: 0, minutes: 0 }],
  [30 * 86_400 - 20, { days: 30, hours: 0, minutes: 0 }],
  [86_400, { days: 1, hours: 0, minutes: 0 }],
  [90 * 86_400 + 3 * 3600 + 61, { days: 90, hours: 3, minutes: 0 }],
])('%i s', (seconds, span) => {
  expect(spanOf(seconds)).toEqual(span)
})
