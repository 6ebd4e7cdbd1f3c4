import { sql } from 'kysely'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { CARELESS_SETTINGS } from '../../test/run/careless-settings.ts'
import { makeThrowawayDir, type ThrowawayDir } from '../../test/run/throwaway-dir.ts'
import { waitUntil } from '../../test/run/wait-until.ts'
import { launchPostgres, type EmbeddedPostgres } from '../postgres/launch.ts'
import { createDb, inTransaction, named, together, type Db, type DbOptions } from './db.ts'
import { makePatience, withPatience } from './patience.ts'
import type { SlowStatement } from './slow-statements.ts'

let folder: ThrowawayDir
let postgres: EmbeddedPostgres
let db: Db

const launch = () => launchPostgres({ dataDir: join(folder.path, 'data'), settings: CARELESS_SETTINGS })

beforeAll(async () => {
  folder = await makeThrowawayDir()
  postgres = await launch()
  db = createDb({ connection: postgres.connection, poolSize: 4 })
})
afterAll(async () => {
  await db.close()
  await postgres.stop()
  await folder.remove()
})
beforeEach(async () => {
  await db.pool.query(`
    drop table if exists notes;
    create table notes (note_id bigint generated always as identity primary key, body_text text unique, extra jsonb)`)
})

function open(options: DbOptions = {}): Db {
  const opened = createDb({ connection: postgres.connection, ...options })
  onTestFinished(() => opened.close())
  return opened
}

test('reports a slow statement with its name and the waiting request, but without its values', async () => {
  const told: SlowStatement[] = []
  const slow = open({ slow: { fromMs: 200, tell: (statement) => void told.push(statement) } })
  const wait = (name: string, seconds: number) => named(slow, name, 'select pg_sleep($1)', [seconds])
  await withPatience(makePatience({ silentMs: 10_000, reqId: 'request-1' }), () => wait('notes.slow', 0.25))
  await sql`select pg_sleep(${0.25}), ${'a secret'}::text`.execute(slow.kysely)
  await expect(named(slow, 'notes.fails', 'select pg_sleep(0.25), 1 / (random() * 0)::integer')).rejects.toThrow('zero')
  expect(told).toMatchObject([
    { statement: 'notes.slow', reqId: 'request-1' },
    { statement: 'select pg_sleep($1), $2::text', reqId: null },
    { statement: 'notes.fails', reqId: null },
  ])
  expect(told.every(({ ms }) => ms >= 200)).toBe(true)
  const never = open({ slow: { fromMs: 3_600_000, tell: (statement) => void told.push(statement) } })
  await named(never, 'notes.quick', 'select 1')
  expect(told).toHaveLength(3)
})

const insertNote = (text: string) => ({
  name: 'notes.insert',
  text: 'insert into notes (body_text) values ($1) returning note_id',
  values: [text],
})
const countNotes = async () =>
  (await db.query<{ count: number }>({ name: 'notes.count', text: 'select count(*) from notes' }))[0]?.count

test('Kysely and named statements give rows of the same shape; keys inside jsonb stay as they are', async () => {
  const text = `select 1 as reseller_id, 2 as a_b_c, 3 as "_lead", 4 as x__y, 5 as line_2_end, 6 as "already", '{"in_side": [{"a_b": 1}]}'::jsonb as json_value`
  const byName = await named(db, 'shape', text)
  const byKysely = await sql.raw<Record<string, unknown>>(text).execute(db.kysely)
  expect(byName).toEqual(byKysely.rows)
  expect(byName[0]).toMatchObject({ resellerId: 1, aBC: 2, jsonValue: { in_side: [{ a_b: 1 }] } })
})

test('int8 becomes a number, and beyond 2^53 an error instead of a wrong number', async () => {
  const rows = await named(
    db,
    'int8',
    `select 9007199254740991::int8 as big, array[1, null, -5]::int8[] as list, count(*) from notes`,
  )
  expect(rows).toEqual([{ big: 9007199254740991, list: [1, null, -5], count: 0 }])
  await expect(named(db, 'too-big', 'select 9007199254740993::int8')).rejects.toThrow('beyond 2^53')
  await expect(named(db, 'too-big-list', 'select array[-9007199254740993]::int8[]')).rejects.toThrow('beyond 2^53')
  expect(await countNotes()).toBe(0)
})

test('a failed statement keeps its connection', async () => {
  const one = open({ poolSize: 1 })
  const first = await getBackend(one)
  await expect(named(one, 'fails', 'select 1 / 0')).rejects.toThrow('division by zero')
  await expect(sql`select 1 / 0`.execute(one.kysely)).rejects.toThrow('division by zero')
  await expect(inTransaction(one, (tx) => named(tx, 'fails', 'select 1 / 0'))).rejects.toThrow('division by zero')
  expect(await getBackend(one)).toBe(first)

  const hasty = open({ poolSize: 1, statementTimeoutMs: 20 })
  await expect(named(hasty, 'sleep', 'select pg_sleep(5)')).rejects.toThrow('statement timeout')
})

test('gives up a connection whose server no longer answers', async () => {
  const one = open({ poolSize: 1 })
  one.pool.options.query_timeout = 1_000
  const asks: ((db: Db) => Promise<unknown>)[] = [
    (db) => named(db, 'hangs', 'select 1'),
    (db) => sql`select 1`.execute(db.kysely),
    (db) => inTransaction(db, (tx) => named(tx, 'hangs', 'select 1')),
  ]
  for (const ask of asks) {
    const backend = await getBackend(one)
    process.kill(backend, 'SIGSTOP')
    await expect(ask(one)).rejects.toThrow('Query read timeout')
    process.kill(backend, 'SIGCONT')
    expect(await getBackend(one)).not.toBe(backend)
  }
})

async function getBackend(db: Db): Promise<number> {
  return (await named<{ pid: number }>(db, 'backend', 'select pg_backend_pid() as pid'))[0]!.pid
}

test('a transaction commits on return and rolls back on a throw, for Kysely and named statements alike', async () => {
  const id = await inTransaction(db, async (tx) => {
    const [row] = await tx.query<{ noteId: number }>(insertNote('kept'))
    await sql`update notes set extra = '{"by": "kysely"}' where note_id = ${row?.noteId}`.execute(tx.kysely)
    expect(await countNotes()).toBe(0)
    return row?.noteId
  })
  expect(await named(db, 'notes.all', 'select * from notes')).toEqual([
    { noteId: id, bodyText: 'kept', extra: { by: 'kysely' } },
  ])

  const failure = inTransaction(db, async (tx) => {
    await tx.query(insertNote('lost'))
    throw new Error('changed my mind')
  })
  await expect(failure).rejects.toThrow('changed my mind')
  expect(await countNotes()).toBe(1)
  expect(db.pool.idleCount).toBe(db.pool.totalCount)
})

test('a swallowed error does not become a silent rollback', async () => {
  const work = inTransaction(db, async (tx) => {
    await tx.query(insertNote('same'))
    await tx.query(insertNote('same')).catch(() => {})
  })
  await expect(work).rejects.toThrow('The transaction was rolled back')
  expect(await countNotes()).toBe(0)
})

test('parallel statements take turns, and none runs after the end', async () => {
  let late: Promise<unknown> | undefined
  const work = inTransaction(db, async (tx) => {
    await Promise.all([
      tx.query({ name: 'fail', text: 'select 1 / 0' }),
      tx.query(insertNote('beside the failed one')).catch(() => {
        late = new Promise((resolve) => setTimeout(resolve, 50)).then(() => tx.query(insertNote('too late')))
        late.catch(() => {})
      }),
    ])
  })
  await expect(work).rejects.toThrow('division by zero')
  await waitUntil(async () => late !== undefined, 'the late statement')
  await expect(late).rejects.toThrow('The transaction is over')
  expect(await countNotes()).toBe(0)
})

test('a statement sent without waiting is part of the transaction, and its failure fails the transaction', async () => {
  await inTransaction(db, async (tx) => tx.send(insertNote('sent')))
  expect(await countNotes()).toBe(1)
  const failing = inTransaction(db, async (tx) => {
    tx.send(insertNote('undone'))
    tx.send({ name: 'fail', text: 'select 1 / 0' })
    tx.send(insertNote('undone too'))
  })
  await expect(failing).rejects.toThrow('division by zero')
  // The next statement only reports an aborted transaction; the real reason must come out all the same.
  const noticed = inTransaction(db, async (tx) => {
    tx.send({ name: 'fail', text: 'select 1 / 0' })
    await tx.query(insertNote('undone'))
  })
  await expect(noticed).rejects.toThrow('division by zero')
  expect(await countNotes()).toBe(1)
})

test('of statements asked together, reports the first failure in their order, not the first noticed', async () => {
  const late = Promise.resolve().then(() => Promise.resolve().then(() => Promise.reject(new Error('first'))))
  await expect(together([late, Promise.reject(new Error('second'))])).rejects.toThrow('first')
  expect(await together([Promise.resolve(1), null, 'text'])).toEqual([1, null, 'text'])
})

test('refuses a second transaction inside the first', async () => {
  const work = inTransaction(db, (tx) => tx.kysely.transaction().execute(async () => {}))
  await expect(work).rejects.toThrow('A transaction is open already')
})

test('an exhausted pool says so after its timeout instead of hanging', async () => {
  const one = open({ poolSize: 1 })
  const client = await one.pool.connect()
  one.pool.options.connectionTimeoutMillis = 100
  await expect(named(one, 'waits', 'select 1')).rejects.toThrow('timeout exceeded when trying to connect')
  client.release()
})

test('idle, working and transacting connections survive a restart of the database', async () => {
  const log: string[] = []
  const survivor = open({ poolSize: 4, log: (line) => log.push(line) })
  await Promise.all([1, 2, 3].map(() => survivor.pool.query('select pg_sleep(0.05)')))
  const running = survivor.query({ name: 'sleep', text: 'select pg_sleep(30)' })
  const byKysely = sql`select pg_sleep(30)`.execute(survivor.kysely)
  const inside = inTransaction(survivor, (tx) => tx.query({ name: 'sleep', text: 'select pg_sleep(30)' }))
  const outcomes = Promise.allSettled([running, byKysely, inside])
  await waitUntil(async () => survivor.pool.totalCount - survivor.pool.idleCount === 3, 'three busy connections')
  await survivor.pool.query('select 1')

  await postgres.stop()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expect(named(survivor, 'down', 'select 1')).rejects.toThrow()
  postgres = await launch()

  expect(await named(survivor, 'up', 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await sql`select 1 as one`.execute(survivor.kysely)).rows).toEqual([{ one: 1 }])
  await inTransaction(survivor, (tx) => tx.query(insertNote('after the restart')))
  expect(log.join('\n')).toContain('An idle database connection broke')
})
