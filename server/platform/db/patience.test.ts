import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase } from '../../test/run/database.ts'
import { createDb, type Db } from './db.ts'
import { makePatience, withPatience } from './patience.ts'

let db: Db
beforeAll(async () => {
  const { url } = await createTestDatabase()
  db = createDb({ url, poolSize: 1, connectionTimeoutMs: 60_000 })
})
afterAll(() => db.close())

const sleep = (seconds: number) => db.pool.query('select pg_sleep($1)', [seconds])
const pause = (seconds: number) => db.query({ name: 'test.pause', text: 'select pg_sleep($1)', values: [seconds] })
const ask = (limits: Parameters<typeof makePatience>[0]) =>
  withPatience(makePatience(limits), () => db.query({ name: 'test.ask', text: 'select 1 as one' }))
/** Blocks as a busy machine, a debugger or a long garbage collection does. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
const LATE = 'timeout exceeded when trying to connect'

test('waits longer behind others that get answers than for a database that stands still', async () => {
  // Together longer than the tolerated silence.
  const others = Array.from({ length: 9 }, () => pause(0.3))
  expect(await ask({ silentMs: 2_000 })).toEqual([{ one: 1 }])
  await Promise.all(others)
})

test('gives up while nobody is answered, and also in an endless queue', async () => {
  const silent = sleep(1.5)
  await expect(ask({ silentMs: 300 })).rejects.toThrow(LATE)
  await silent
  const others = Array.from({ length: 20 }, () => pause(0.1))
  await expect(ask({ silentMs: 60_000, inAllMs: 500 })).rejects.toThrow(LATE)
  await Promise.all(others)
})

test('each answer ends the silence of a call: many slow statements do not mean a database that stands still', async () => {
  const steps = withPatience(makePatience({ silentMs: 2_000 }), async () => {
    for (let step = 0; step < 9; step += 1) await pause(0.3)
  })
  expect(await steps).toBeUndefined()
  await expect(withPatience(makePatience({ silentMs: 300 }), () => pause(3))).rejects.toThrow('Query read timeout')
})

test('after the caller’s time, tolerates only a moment of silence, once', async () => {
  const late = makePatience({ silentMs: 60_000, inAllMs: 0, lastMs: 2_000 })
  expect(await withPatience(late, () => pause(0.1))).toHaveLength(1)
  await expect(withPatience(late, () => pause(6))).rejects.toThrow('Query read timeout')
  // A timer counts from the beginning of its turn, so it may fire a moment early.
  expect(late.leftMs()).toBeLessThan(500)
})

test('a process that stood still reads pending answers before it calls the database silent', async () => {
  await pause(0)
  const inHand = withPatience(makePatience({ silentMs: 1_500 }), () => pause(0.05))
  const holder = pause(0.05)
  const queued = ask({ silentMs: 1_500 })
  await setImmediate()
  standStill(3_000)
  expect(await Promise.all([inHand, queued])).toMatchObject([[{}], [{ one: 1 }]])
  await holder
})
