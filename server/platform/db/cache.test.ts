import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createTestDatabase } from '../../test/run/database.ts'
import { atFileEnd } from '../../test/run/endings.ts'
import { waitUntil } from '../../test/run/wait-until.ts'
import { withClient } from '../postgres/connection.ts'
import { makeCache } from './cache.ts'
import { createDb, inTransaction } from './db.ts'
import { stopListening } from './listen.ts'

const { url, connection } = await createTestDatabase()
const db = createDb({ url, poolSize: 3 })
atFileEnd(async () => {
  await stopListening(db)
  await db.close()
})

const SOURCE = { tables: ['resellers'], channel: 'resellers_changed' }
let time = 0
let loads = 0

// Time stands still, so nothing expires unless a test moves the time.
beforeEach(() => vi.spyOn(performance, 'now').mockImplementation(() => time))
afterEach(() => vi.restoreAllMocks())

async function cacheTitle() {
  const cache = makeCache<string | null>(db, SOURCE)
  const load = async () => {
    loads += 1
    return (
      (await db.kysely.selectFrom('resellers').select('title').where('id', '=', 0).executeTakeFirst())?.title ?? null
    )
  }
  const get = () => cache(0, load)
  await waitUntil(async () => {
    await get()
    const before = loads
    await get()
    return loads === before
  }, 'it hears, and keeps what it read')
  return get
}

const rename = (title: string) => db.kysely.updateTable('resellers').set({ title }).where('id', '=', 0).execute()
await db.kysely.insertInto('resellers').values({ id: 0, title: 'first' }).execute()

test('shows a change by this process right after its commit, and not before', async () => {
  const get = await cacheTitle()
  await rename('second')
  expect(await get()).toBe('second')
  await inTransaction(db, async (tx) => {
    await tx.kysely.updateTable('resellers').set({ title: 'third' }).where('id', '=', 0).execute()
    expect(await get()).toBe('second')
  })
  expect(await get()).toBe('third')
  const undone = inTransaction(db, async (tx) => {
    await tx.kysely.updateTable('resellers').set({ title: 'undone' }).where('id', '=', 0).execute()
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await get()).toBe('third')
})

test('notices a change by another process', async () => {
  const get = await cacheTitle()
  await withClient(connection, (client) => client.query(`update resellers set title = 'from elsewhere' where id = 0`))
  await waitUntil(async () => (await get()) === 'from elsewhere', 'the other process is heard')
})

test('drops a value after its time when no change was announced', async () => {
  const get = await cacheTitle()
  const before = loads
  time += 4_999
  await get()
  expect(loads).toBe(before)
  time += 2
  await get()
  expect(loads).toBe(before + 1)
})
