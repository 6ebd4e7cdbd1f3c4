import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { limits } from '../../../../contract/limits.ts'
import { eachQuestion, makeGatewayTime, withinTime } from './gateway.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const silence = () => new Promise<never>(() => {})
const after = (ms: number) => () => new Promise<string>((resolve) => setTimeout(() => resolve('answer'), ms))

async function outcome(asked: Promise<unknown>, ms: number): Promise<unknown> {
  const settled = asked.catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(ms)
  return settled
}

test('all questions of a call share one time budget', async () => {
  const time = makeGatewayTime()
  expect(await outcome(withinTime(time, after(1000)), 1000)).toBe('answer')
  expect(await outcome(withinTime(time, after(500)), 500)).toBe('answer')
  expect(await outcome(withinTime(time, silence), 1500)).toBe('no answer in 1500 ms')
  expect(await outcome(withinTime(time, after(0)), 0)).toBe('no time left to ask')
  expect(limits.gatewayTimeoutMs).toBeLessThan(limits.requestTimeoutMs)
})

test('counts only the waiting for gateways, not the work in between', async () => {
  const time = makeGatewayTime()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(time.leftMs()).toBe(limits.gatewayTimeoutMs)
})

test('time spent in a part counts for the whole and leaves the rest', async () => {
  const time = makeGatewayTime(3000)
  const part = makeGatewayTime(1500, time)
  expect(await outcome(withinTime(part, silence), 1500)).toBe('no answer in 1500 ms')
  expect([part.leftMs(), time.leftMs()]).toEqual([0, 1500])
  expect(await outcome(withinTime(time, silence), 1500)).toBe('no answer in 1500 ms')
})

test('a job gives each question the full time', async () => {
  for (let question = 0; question < 3; question += 1) {
    expect(await outcome(withinTime(eachQuestion, silence), limits.gatewayTimeoutMs)).toBe(
      `no answer in ${limits.gatewayTimeoutMs} ms`,
    )
  }
})
