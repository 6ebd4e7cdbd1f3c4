import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeApp } from '../../test/run/make-app.ts'
import { createDb, named, together, type Db } from './db.ts'

const { db: shared } = await makeApp()
let db: Db
let described = 0

beforeAll(async () => {
  const { connectionString: url, host, port, user, password, database } = shared.pool.options
  db = createDb({ ...(url ? { url } : { connection: { host, port, user, password, database } as never }), poolSize: 1 })
  db.pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    connection.on('rowDescription', () => (described += 1))
  })
  await db.pool.query('create table notes (note_id bigint primary key, body_text text, made_at timestamptz)')
})
afterAll(() => db.close())

/** Counts how often the server described the columns. */
async function countDescribed(work: () => Promise<unknown>): Promise<number> {
  const before = described
  await work()
  return described - before
}

const AT = new Date('2026-03-01T00:00:00Z')
const add = (id: number, text: string | null) =>
  named(db, 'notes.add', 'insert into notes values ($1, $2, $3)', [id, text, AT])
const addAndTell = (id: number) =>
  named(db, 'notes.tell', 'insert into notes values ($1) returning note_id, made_at', [id])
const find = (from: number) =>
  named(db, 'notes.find', 'select note_id, body_text, made_at from notes where note_id >= $1 order by 1', [from])

test('describes columns once per connection, and rows stay the same afterwards', async () => {
  const rows = [
    { noteId: 1, bodyText: '鱼', madeAt: AT },
    { noteId: 2, bodyText: null, madeAt: AT },
  ]
  expect(await countDescribed(() => add(1, '鱼').then(() => add(2, null)))).toBe(0)
  expect(await countDescribed(async () => expect(await find(1)).toEqual(rows))).toBe(1)
  expect(
    await countDescribed(async () => {
      expect(await find(2)).toEqual([rows[1]])
      expect(await find(3)).toEqual([])
      expect(await find(1)).toEqual(rows)
    }),
  ).toBe(0)
})

test('statements asked before the first answer do not know the columns yet and still answer correctly', async () => {
  const ask = (list: number) => named(db, 'list', 'select $1::integer as one_two', [list])
  expect(await together([ask(1), ask(2), ask(3)])).toEqual([[{ oneTwo: 1 }], [{ oneTwo: 2 }], [{ oneTwo: 3 }]])
  expect(await ask(4)).toEqual([{ oneTwo: 4 }])
})

test('statements work after an earlier failure, at first or in between', async () => {
  const divide = (by: number) => named(db, 'divide', 'select 6 / $1::integer as the_part', [by])
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect(await divide(2)).toEqual([{ thePart: 3 }])
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect(await divide(3)).toEqual([{ thePart: 2 }])
  const [failed] = await Promise.allSettled([divide(0)])
  expect(failed.status === 'rejected' && (failed.reason as Error).stack).toContain('named-query.test.ts')
  await expect(addAndTell(2)).rejects.toThrow('duplicate key')
  expect(await addAndTell(10)).toEqual([{ noteId: 10, madeAt: null }])
  expect(await add(11, 'also')).toEqual([])
})

test('never reads a changed column as its old type', async () => {
  await find(1)
  await db.pool.query('alter table notes alter column note_id type text')
  await expect(find(1)).rejects.toThrow()
  const client = await db.pool.connect()
  client.release(true)
  const again = named(db, 'notes.find', `select note_id, body_text, made_at from notes where note_id >= '1' order by 1`)
  expect((await again).map((row) => row['noteId'])).toEqual(['1', '10', '11', '2'])
})
