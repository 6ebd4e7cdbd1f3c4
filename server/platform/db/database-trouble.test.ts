import { expect, test } from 'vitest'

import { createTestDatabase } from '../../test/run/database.ts'
import { isWorthWaiting, tellDatabaseTrouble } from './database-trouble.ts'
import { createDb } from './db.ts'

async function fail(url: string): Promise<unknown> {
  const db = createDb({ url, poolSize: 1 })
  try {
    await db.query({ name: 'test.reach', text: 'select 1' })
    throw new Error('it was reached')
  } catch (error) {
    return error
  } finally {
    await db.close()
  }
}

test('reports each problem with its place and without the password, and says whether to wait', async () => {
  const { url } = await createTestDatabase()
  const to = (change: (url: URL) => void) => {
    const other = new URL(url)
    change(other)
    return other.href
  }
  const cases: [url: string, says: RegExp, isWaited: boolean][] = [
    [to((one) => (one.pathname = '/nowhere')), /^There is no database nowhere at /, false],
    [to((one) => (one.username = 'stranger')), /does not let stranger in \(28/, false],
    ['postgres://me:hush@127.0.0.1:1/none', /^The database at 127\.0\.0\.1:1 does not answer \(ECONNREFUSED\)/, true],
    ['postgres://me:hush@none.invalid/none', /^The machine of the database, none\.invalid:5432, has no address/, true],
    ['postgres:///none?host=/no/such&password=hush', /^The database at \/no\/such does not answer \(ENOENT\)/, true],
  ]
  for (const [address, says, isWaited] of cases) {
    const error = await fail(address)
    const told = tellDatabaseTrouble(error, address)
    expect([address, told, isWorthWaiting(error)]).toEqual([address, expect.stringMatching(says), isWaited])
    expect(told).not.toContain('hush')
  }
})

test('does not blame the database for a problem with a file', () => {
  expect(tellDatabaseTrouble(Object.assign(new Error('gone'), { code: 'ENOENT', syscall: 'open' }), null)).toBeNull()
  expect(tellDatabaseTrouble(new TypeError('x is not a function'), null)).toBeNull()
})
