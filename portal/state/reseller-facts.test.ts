import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { passMs } from '../../ui/test/calls.ts'
import { openPortal } from '../test/portal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each([
  ['on the list', 'yx_0', { data: [0, 260], delayMs: 3000 }, true],
  ['off the list', 'yx_7', { data: [0, 260], delayMs: 3000 }, false],
  ['on what stands in for a lost list', 'yx_228', { fails: 'hangs' as const }, true],
])('%s: unknown until the answer, then %s', async (_name, key, reply, sells) => {
  const { browser, start, useConfigState } = await openPortal({ url: `https://portal.example/user?app_key=${key}` })
  browser.answer('/api/daili/notCheck/whitelist', reply)
  const { sellsOnline } = await import('./reseller-facts.ts')
  await start()
  await passMs(2000)
  expect(sellsOnline(useConfigState.getState())).toBeNull()
  await passMs(4000)
  expect(sellsOnline(useConfigState.getState())).toBe(sells)
})
