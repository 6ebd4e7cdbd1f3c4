import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { nextLookMs, startWatch } from './use-trade-state.ts'

type Page = { hidden: boolean; addEventListener: Document['addEventListener'] }
let page: EventTarget & { hidden: boolean }

beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page as unknown as Page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function hide(hidden: boolean): void {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}

it('checks at most once in three seconds, and less often later and after failures', () => {
  expect(nextLookMs(0, 0)).toBeGreaterThan(3000)
  expect(nextLookMs(90_000, 0)).toBe(5000)
  expect(nextLookMs(600_000, 0)).toBe(10_000)
  expect(nextLookMs(0, 2)).toBe(4 * nextLookMs(0, 0))
  expect(nextLookMs(600_000, 9)).toBe(60_000)
})

it('continues until the payment is over', async () => {
  const answers = ['open', 'open', 'over'] as const
  const look = vi.fn(async () => answers[look.mock.calls.length - 1]!)
  startWatch(look, 0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(look).toHaveBeenCalledTimes(3)
})

it('rests while the page is hidden and checks when it comes back', async () => {
  const look = vi.fn(async () => 'open' as const)
  const watch = startWatch(look, 0)
  await vi.advanceTimersByTimeAsync(1)
  expect(look).toHaveBeenCalledTimes(1)
  hide(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(look).toHaveBeenCalledTimes(1)
  hide(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(look).toHaveBeenCalledTimes(2)
  watch.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(look).toHaveBeenCalledTimes(2)
})

it('a manual check respects the interval, and works after the end', async () => {
  const look = vi.fn(async () => 'over' as const)
  const watch = startWatch(look, 0)
  await vi.advanceTimersByTimeAsync(1)
  const asked = watch.now()
  await vi.advanceTimersByTimeAsync(2900)
  expect(look).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(400)
  await asked
  expect(look).toHaveBeenCalledTimes(2)
})

it('a failure does not end it, it only waits longer', async () => {
  const look = vi.fn(async (): Promise<'open'> => {
    throw new Error('no connection')
  })
  startWatch(look, 0)
  await vi.advanceTimersByTimeAsync(3500)
  expect(look).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3500)
  expect(look).toHaveBeenCalledTimes(2)
})

it('an answer ends the longer waits of failures', async () => {
  const look = vi.fn(async () => {
    if (look.mock.calls.length <= 2) throw new Error('no connection')
    return 'open' as const
  })
  startWatch(look, 0)
  await vi.advanceTimersByTimeAsync(30_000)
  const before = look.mock.calls.length
  expect(before).toBeGreaterThan(2)
  await vi.advanceTimersByTimeAsync(4 * nextLookMs(0, 0))
  expect(look.mock.calls.length).toBeGreaterThanOrEqual(before + 3)
})
