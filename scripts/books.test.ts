import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

import { createDb } from '../server/platform/db/db.ts'
import { buildAccount } from '../server/test/build/factories.ts'
import { fund } from '../server/test/build/money-factories.ts'
import { createTestDatabase } from '../server/test/run/database.ts'

type Run = { code: number; stdout: string }

test('prints a line per kind of account, and fails when the books are wrong', async () => {
  const { url } = await createTestDatabase()
  const db = createDb({ url, poolSize: 1 })
  const books = (): Promise<Run> =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, 'books.ts')], {
      env: { PATH: process.env['PATH'], DATABASE_URL: url, SECRET_KEY: 'x'.repeat(32) },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: Run) => error,
    )
  try {
    await fund(db, await buildAccount(db), 123_456)
    const good = await books()
    expect(good).toMatchObject({ code: 0 })
    expect(good.stdout).toMatch(/^outside +1 accounts +-1,234\.56$/m)
    expect(good.stdout).toMatch(/^user +1 accounts +1,234\.56$/m)
    expect(good.stdout).toContain('every invariant holds')
    await db.kysely.updateTable('ledgerAccounts').set({ balanceFen: 1 }).where('kind', '=', 'user').execute()
    const bad = await books()
    expect(bad).toMatchObject({ code: 1 })
    expect(bad.stdout).toMatch(/^ {2}M3: user:0:\d+ has a balance that its postings do not give$/m)
  } finally {
    await db.close()
  }
})
