import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'

import { pause } from './pause.ts'

test('many pauses leave no listener on the signal, and an abort ends them', async () => {
  const ending = new AbortController()
  for (let at = 0; at < 50; at += 1) await pause(0, ending.signal)
  expect(getEventListeners(ending.signal, 'abort')).toEqual([])
  const long = pause(3_600_000, ending.signal)
  expect(getEventListeners(ending.signal, 'abort')).toHaveLength(1)
  ending.abort()
  await long
  await pause(3_600_000, ending.signal)
})
