import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { isOwn, measureProbe } from './measure-probe.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'https://portal.example' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('takes the best of three rounds', async () => {
  const roundsMs = [180, 42, 60]
  const asked = vi.fn(() => Promise.resolve(vi.advanceTimersByTime(roundsMs[asked.mock.calls.length - 1] ?? 0)))
  vi.stubGlobal('fetch', asked)
  expect(await measureProbe('/probe/1')).toBe(42)
  expect(asked).toHaveBeenCalledTimes(3)
})

it('measures nothing where nothing answers', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await measureProbe('/probe/1')).toBeNull()
})

it.each([
  ['/probe/1', true],
  ['https://portal.example/probe', true],
  ['https://node.example/probe', false],
  ['https://portal.example.net/probe', false],
])('%s is ours: %s', (url, expected) => {
  expect(isOwn(url)).toBe(expected)
})
