import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'

import { checkBooks } from '../domains/books/check-books.ts'
import { createDb } from '../platform/db/db.ts'
import { connectionUrl, withClient } from '../platform/postgres/connection.ts'

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'walk-through.ts')

/** Not a copy of the template: completely empty. */
async function makeEmptyDatabase(): Promise<string> {
  const { connection, superuser } = inject('testCluster')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await withClient(superuser, (client) => client.query(`create database ${name} owner ${connection.user}`))
  return connectionUrl({ ...connection, database: name })
}

test('goes from an empty database to a working line with the command line alone', async () => {
  const url = await makeEmptyDatabase()
  const env = { PATH: process.env['PATH'], DATABASE_URL: url }
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT], { env })
  expect(stdout).toMatch(/^海风加速: 香港一 works for newcomer, ready to import\.$/m)
  expect(stdout).toContain(' --server http://127.0.0.1:')
  expect(stdout).not.toMatch(/([0-9A-Z]{4}-){6}[0-9A-Z]{4}/)

  const db = createDb({ url, poolSize: 1 })
  onTestFinished(() => db.close())
  const lines = await db.kysely.selectFrom('lines').select(['resellerId', 'state']).execute()
  expect(lines).toEqual([{ resellerId: 1000, state: 'active' }])
  const audit = await db.kysely.selectFrom('auditLog').select(['action', 'actor']).orderBy('id').execute()
  const typed = audit.filter(({ actor }) => actor.startsWith('operator:')).map(({ action }) => action)
  expect(typed).toEqual([
    'operator.database_migrated',
    'reseller.added',
    'reseller.brand_changed',
    'domain.added',
    'package.added',
    'wholesale.set',
    'wholesale.set',
    'offers.filled',
    'balance.adjusted',
    'node.added',
    'node.enrol_issued',
    'cards.bought',
    'operator.books_checked',
  ])
  expect((await checkBooks(db)).problems).toEqual([])
  const again = promisify(execFile)(process.execPath, [SCRIPT], { env })
  await expect(again).rejects.toMatchObject({ code: 1, stderr: 'This database is not empty\n' })
})
