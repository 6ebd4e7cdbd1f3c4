import { expect, it } from 'vitest'

import { changeOf } from './change-note.ts'

it.each([
  [150, 100, '+50%', 'good'],
  [28, 100, '−72%', 'warn'],
  [1_000_000, 1, '+999%', 'good'],
])('%i after %i is %s', (now, before, share, tone) => {
  expect(changeOf(now, before)).toEqual({ share, tone })
})

it.each([
  [5, 0],
  [100, 100],
])('%i after %i says nothing', (now, before) => {
  expect(changeOf(now, before)).toBeNull()
})
