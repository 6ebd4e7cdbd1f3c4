import { afterAll, expect, test } from 'vitest'

import { clock } from '../../../platform/clock.ts'
import { createDb, inTransaction, type Db } from '../../../platform/db/db.ts'
import { createTestDatabase } from '../../../test/run/database.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { createEventFeed } from './event-feed.ts'
import { findEvents, numberEvents } from './event-queries.ts'

const { url } = await createTestDatabase()
const db = createDb({ url, poolSize: 14 })
afterAll(() => db.close())

const raise = (tx: Parameters<typeof raiseAlert>[0], subject: string) =>
  raiseAlert(tx, { resellerId: null, kind: 'payment.unknown_order', subject }, clock.now())

// The first use of a job's name inserts it, and a second use would wait for that transaction. On a server the job
// runner has done this at its start.
await raise(db, 'first')

/** Reads on from the last id, like a stream, until told to stop; then reads the rest. */
async function follow(db: Db, isOver: () => boolean): Promise<number[]> {
  const ids: number[] = []
  for (let isLast = false; ; isLast = isOver()) {
    await numberEvents(db)
    const found = await findEvents(db, ids.at(-1) ?? 0, 50)
    ids.push(...found.map(({ id }) => id))
    if (isLast && found.length === 0) return ids
  }
}

test('does not skip an event whose transaction began first and ended last', async () => {
  const first = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const slow = inTransaction(db, async (tx) => {
    await raise(tx, 'slow')
    begun.resolve()
    await first.promise
  })
  await begun.promise
  await raise(db, 'quick')
  await numberEvents(db)
  const early = await findEvents(db, 0, 10)
  expect(early.map(({ data }) => (data['alert'] as { subject: string }).subject)).toEqual(['first', 'quick'])
  first.resolve()
  await slow
  await numberEvents(db)
  const late = await findEvents(db, early.at(-1)!.id, 10)
  expect(late.map(({ data }) => (data['alert'] as { subject: string }).subject)).toEqual(['slow'])
})

test('two readers see every event of many concurrent writers once and in the same order', async () => {
  const writers = 8
  const each = 25
  let isOver = false
  const readers = [follow(db, () => isOver), follow(db, () => isOver)]
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let turn = 0; turn < each; turn += 1) {
        await inTransaction(db, async (tx) => {
          await raise(tx, `many:${writer}:${turn}`)
          // Wait for different times, so that transactions end in another order than they began.
          await tx.query({ name: 'test.sleep', text: 'select pg_sleep($1)', values: [((writer * 7 + turn) % 5) / 200] })
        })
      }
    }),
  )
  isOver = true
  const [one, other] = await Promise.all(readers)
  const written = await db.pool.query<{ id: number }>(
    `select id from monitor_events where data -> 'alert' ->> 'subject' like 'many:%' order by id`,
  )
  const ids = written.rows.map(({ id }) => id)
  expect(ids).toHaveLength(writers * each)
  expect(one!.filter((id) => ids.includes(id))).toEqual(ids)
  expect(other).toEqual(one)
})

test('sends no event that was rolled back', async () => {
  const feed = createEventFeed(db)
  await feed.look()
  const before = feed.newestId()
  const undone = inTransaction(db, async (tx) => {
    await raise(tx, 'undone')
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await raise(db, 'kept')
  await feed.look()
  const told = await feed.after(before)
  expect(told.map(({ bytes }) => bytes['zh-CN'].toString())).toEqual([expect.stringContaining('"subject":"kept"')])
})

test('the feed gives the same events from memory and, to a reader far behind, from the database', async () => {
  const feed = createEventFeed(db)
  await feed.look()
  const start = feed.newestId()
  for (let turn = 0; turn < 3; turn += 1) await raise(db, `feed:${turn}`)
  await feed.look()
  const near = await feed.after(start)
  const fresh = createEventFeed(db)
  await fresh.look()
  expect(near.map(({ id }) => id)).toEqual((await fresh.after(start)).map(({ id }) => id))
  expect(near).toHaveLength(3)
  expect((await fresh.after(0))[0]!.id).toBe(1)
})
