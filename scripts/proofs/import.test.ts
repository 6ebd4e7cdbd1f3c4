import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { moveAll, type Size } from './import.ts'
import { Claims } from './import/desk.ts'
import { readHuge } from './import/hostile.ts'
import { hasMariaDb } from './import/mariadb.ts'

const SMALL: Size = {
  users: 600,
  nodes: 2,
  changes: 72,
  logRows: 20_000,
  hugeMb: 12,
  kills: { v2board: ['passwords'], fork: ['users'], xboard: [] },
}

test('a line and blobs without end are passed over, and the rows beside them are read', async () => {
  const claims = new Claims(true)
  await readHuge(SMALL.hugeMb, claims)
  expect(claims.broken).toEqual([])
})

test.skipIf(!hasMariaDb())('three businesses come over from a real server, and their users go on', async () => {
  const { url } = await createTestDatabase()
  const claims = new Claims(true)
  await moveAll(url, SMALL, claims)
  expect(claims.broken).toEqual([])
})
