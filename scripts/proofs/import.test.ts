import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { measureGrowth, throughServer } from './import.ts'
import { bringOver } from './import/bring-over.ts'
import { hasMariaDb, startMariaDb } from './import/mariadb.ts'

test('log rows and a line without end are passed over and counted', async () => {
  expect((await measureGrowth(2, 30_000)).rows).toBe(30_000)
})

test.skipIf(!hasMariaDb())("what a real server's dump says equals what the server says", async () => {
  const db = await startMariaDb()
  try {
    expect(await throughServer(db, 'fork', 200)).toEqual([])
  } finally {
    await db.stop()
  }
})

test('a business comes over by a command that is killed, goes on, comes again and comes with changes', async () => {
  const { url } = await createTestDatabase()
  const { problems } = await bringOver(url, { people: 600, nodes: 2, changes: 20 })
  expect(problems).toEqual([])
})
