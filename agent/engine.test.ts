import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { openAppliedUsers } from './applied-users.ts'
import { openTally, type Tally } from './count/tally.ts'
import { Doubt, type EngineUser } from './drivers/driver.ts'
import { Engine } from './engine.ts'
import { makeFakeDriver, type FakeDriver } from './test/fake-driver.ts'
import { tempDir } from './test/temp-dir.ts'

const setup = { nodeId: 1, name: 'n', protocol: 'vless', port: 1, settings: {}, settingsRevision: 1, speedMbps: 1 }
let dir = ''
let fake: FakeDriver
let tally: Tally
let engine: Engine

beforeEach(() => {
  dir = tempDir()
  fake = makeFakeDriver()
  tally = openTally(dir, { maxPending: 10 })
  tally.settleFresh()
  engine = open()
})
afterEach(() => rmSync(dir, { recursive: true }))

function open(): Engine {
  const applied = openAppliedUsers(dir)
  return new Engine({ makeDrivers: () => [fake.driver], tally, applied, log: () => {}, settingsKey: () => '' })
}
const users = (...list: [number: number, generation?: number][]) =>
  new Map(
    list.map(([number, generation = 1]): [number, EngineUser] => [
      number,
      { number, generation, credential: 'c', port: null, mode: 'standard' },
    ]),
  )

test('starts with all users, then removes before it adds, a few at a time', async () => {
  await engine.step(setup, users([1], [2]))
  expect(await engine.step(setup, users([1], [2]))).toEqual({ isFinished: true, isChanged: false })
  expect(await engine.step(setup, users([2, 2], [3], [4], [5]))).toEqual({ isFinished: false, isChanged: true })
  expect(await engine.step(setup, users([2, 2], [3], [4], [5]))).toEqual({ isFinished: true, isChanged: true })
  expect(fake.calls).toEqual(['start 1.1 2.1', 'remove 1.1 2.1', 'add 2.2 3.1', 'add 4.1 5.1'])
})

test('adds many users to an empty engine by one fresh configuration', async () => {
  await engine.step(setup, users())
  fake.failing = new Set([1, 2, 3])
  await engine.step(setup, users([1], [2], [3]))
  await engine.step(setup, users([1], [2], [3]))
  expect(fake.calls).toEqual(['start ', 'stop', 'start 1.1 2.1 3.1'])
})

test('restarts the engine for a new setup and keeps its bytes, but not for a new name', async () => {
  await engine.step(setup, users([1]))
  fake.use(1, 70)
  await engine.step({ ...setup, name: 'other' }, users([1]))
  await engine.step({ ...setup, port: 2 }, users([1]))
  expect(fake.calls).toEqual(['start 1.1', 'stop', 'start 1.1'])
  expect(tally.uncountedBytes(1)).toBe(70)
})

test('restarts a doubtful engine in the wanted state, with its bytes counted', async () => {
  await engine.step(setup, users([1], [2]))
  fake.use(2, 50)
  fake.doubt = new Doubt('connections live on')
  await engine.step(setup, users([1]))
  expect(fake.calls.slice(1)).toEqual(['remove 2.1', 'stop', 'start 1.1'])
  expect(tally.uncountedBytes(2)).toBe(50)
})

test('ends the engine when the counter of a removed user keeps moving', async () => {
  await engine.step(setup, users([1], [2]))
  await engine.step(setup, users([1]))
  fake.use(2, 10)
  await engine.poll()
  expect(fake.isUp).toBe(true)
  fake.use(2, 10)
  await engine.poll()
  expect(fake.isUp).toBe(false)
  await engine.step(setup, users([1]))
  expect([...fake.users.keys()]).toEqual([1])
  expect(tally.uncountedBytes(2)).toBe(20)
})

test('where only a restart ends a stream of a removed user, it disturbs the others once in ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  fake.driver.streamsEndEveryMs = 600_000
  await engine.step(setup, users([1], [2], [3], [4]))
  const removeAndUse = async (gone: number, left: Parameters<typeof users>) => {
    await engine.step(setup, users(...left))
    for (let polls = 0; polls < 2; polls += 1) {
      fake.use(gone, 10)
      await engine.poll()
    }
    return fake.isUp
  }
  expect(await removeAndUse(2, [[1], [3], [4]])).toBe(false)
  await engine.step(setup, users([1], [3], [4]))
  expect(await removeAndUse(3, [[1], [4]])).toBe(true)
  expect(await removeAndUse(4, [[1]])).toBe(true)
  vi.advanceTimersByTime(599_000)
  fake.use(3, 10)
  await engine.poll()
  expect(fake.isUp).toBe(true)
  vi.advanceTimersByTime(2_000)
  for (const number of [3, 4]) fake.use(number, 10)
  await engine.poll()
  expect(fake.isUp).toBe(false)
  // What flowed meanwhile is counted, and one restart has ended both.
  await engine.step(setup, users([1]))
  expect([2, 3, 4].map((number) => tally.uncountedBytes(number))).toEqual([20, 40, 30])
})

test('an engine that is in doubt again and again stays down until a later try', async () => {
  await engine.step(setup, users())
  for (let tries = 0; tries < 5; tries += 1) {
    fake.doubt = new Doubt('again')
    await engine.step(setup, users([tries + 1]))
    await engine.step(setup, users())
  }
  fake.doubt = new Doubt('again')
  await expect(engine.step(setup, users([9]))).rejects.toThrow('again and again')
  expect(engine.state).toBe('down')
})

test('starts a crashed engine with all users, and adds an unserved user again', async () => {
  await engine.step(setup, users([1], [2]))
  fake.isUp = false
  expect(engine.hasCrashed).toBe(true)
  await engine.step(setup, users([1], [2]))
  fake.notServed = [2]
  await engine.poll()
  await engine.step(setup, users([1], [2]))
  expect(fake.calls.slice(1)).toEqual(['stop', 'start 1.1 2.1', 'remove 2.1', 'add 2.1'])
})

test('reports users that cannot be added, and retries them later instead of at every step', async () => {
  fake.failing = new Set([2])
  await engine.step(setup, users([1], [2]))
  await engine.step(setup, users([1], [2]))
  expect(engine.failed).toEqual([2])
  expect(fake.calls).toEqual(['start 1.1 2.1'])
  fake.failing.clear()
  engine.retryFailed()
  await engine.step(setup, users([1], [2]))
  expect(engine.failed).toEqual([])
  expect(engine.usersApplied).toBe(2)
})

test('takes over a running engine with the users applied before', async () => {
  await engine.step(setup, users([1], [2]))
  fake.isLeft = true
  const next = open()
  expect(await next.attach(setup)).toBe(true)
  await next.step(setup, users([1], [2], [3]))
  expect(fake.calls).toEqual(['start 1.1 2.1', 'add 3.1'])
})

test('ends a running engine without a matching list of applied users, because its users are unknown', async () => {
  await engine.step(setup, users([1], [2]))
  fake.use(1, 5)
  fake.isLeft = true
  rmSync(path.join(dir, 'applied.json'))
  const next = open()
  expect(await next.attach(setup)).toBe(true)
  await next.step(setup, users([1]))
  expect(fake.calls.slice(1)).toEqual(['stop', 'start 1.1'])
  expect(tally.uncountedBytes(1)).toBe(5)
})
