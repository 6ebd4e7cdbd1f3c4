import { expect, it } from 'vitest'

import { minutesOf } from './minutes-of.ts'

it.each([
  ['08:00:00', 1],
  ['08:01:29', 1],
  ['08:01:30', 2],
  ['09:00:00', 60],
])('an interruption from eight to %s lasted %i minutes', (end, minutes) => {
  const endedAt = `2026-11-14T${end}.000Z`
  expect(minutesOf({ startedAt: '2026-11-14T08:00:00.000Z', endedAt })).toBe(minutes)
})
