import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { makeCliHere } from '../../server/test/run/run-cli.ts'
import { atDesk, goesAndComesAgain, moveOne, PANELS, type Size } from './import.ts'
import { Claims } from './import/desk.ts'
import { readHuge, skipLogs } from './import/hostile.ts'
import { hasMariaDb, startMariaDb, type MariaDb } from './import/mariadb.ts'

const SMALL: Size = {
  users: 600,
  nodes: 2,
  changes: 72,
  logRows: 20_000,
  hugeMb: 12,
  kills: { v2board: ['passwords'], fork: ['users'], xboard: [] },
}
const claims = new Claims(true)

test('a line and blobs without end are passed over, and the rows beside them are read', async () => {
  await readHuge(SMALL.hugeMb, claims)
  expect(claims.broken).toEqual([])
})

describe.skipIf(!hasMariaDb())('from a real server', () => {
  let source: MariaDb
  beforeAll(async () => {
    source = await startMariaDb()
  })
  afterAll(() => source.stop())

  test.each(PANELS)('the business of %s comes over, and its users go on', async (panel) => {
    const { url } = await createTestDatabase()
    await atDesk(url, async (desk) => {
      const runHere = makeCliHere({ DATABASE_URL: url, SECRET_KEY: desk.secretKey })
      await moveOne({ ...desk, runHere }, source, { panel, size: SMALL, claims })
      if (panel !== PANELS.at(-1)) return
      await goesAndComesAgain({ ...desk, runHere }, source, { panel, size: SMALL, claims })
      await skipLogs({ ...desk, runHere }, source, SMALL.logRows, claims)
    })
    expect(claims.broken).toEqual([])
  })
})
