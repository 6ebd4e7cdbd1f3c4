import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { checkBooks } from '../domains/books/check-books.ts'
import { JOBS_PART } from '../platform/backup/head.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { fixtureFolder, FIXTURE_KEY, FIXTURE_USER } from '../test/build/fixture.ts'
import { findRules } from '../test/look/find-rules.ts'
import { createTestDatabase } from '../test/run/database.ts'
import { makeApp } from '../test/run/make-app.ts'

const fixtures = readdirSync(fixtureFolder).filter((name) => name.endsWith('.yxb'))

/** These have a row in every table that their release kept rows in; all are still there. */
const WITH_EVERY_KIND = ['0051-has-traffic.yxb']

test.each(fixtures)('%s, an installation of its release, comes to now: books, login, rows and schema', async (name) => {
  const { url } = await createTestDatabase({ isEmpty: true })
  const { db, config, call, inject } = await makeApp({ DATABASE_URL: url, SECRET_KEY: FIXTURE_KEY })
  const { parts } = await restoreBackup(db, { file: path.join(fixtureFolder, name), passphrase: null, config })
  expect(parts.find((part) => part.name === 'ledger_postings')?.rows).toBeGreaterThan(5)
  const kept = WITH_EVERY_KIND.includes(name) ? parts.filter((part) => part.name !== JOBS_PART) : []
  for (const part of kept) {
    expect(part.rows, part.name).toBeGreaterThan(0)
    const { rows } = await db.pool.query(`select count(*)::integer as rows from ${part.name}`)
    expect(rows, part.name).toEqual([{ rows: part.rows }])
  }
  const books = await checkBooks(db)
  expect([books.problems, books.transactions > 3]).toEqual([[], true])

  const login = { userName: FIXTURE_USER.name, passWord: FIXTURE_USER.password, dailiKey: 1000 }
  const signedIn = await call(api.sessions.login, login)
  expect(signedIn.status, signedIn.text).toBe(200)
  const { data } = await call(api.lines.list, {}, { token: signedIn.data.token })
  expect(data.lines).toMatchObject([{ state: 'active', connection: { uri: expect.stringContaining('vless://') } }])
  const feed = await inject(new URL(data.subscriptionUrl).pathname)
  expect(Buffer.from(feed.body, 'base64').toString()).toContain(data.lines[0]!.connection!.uri)
  const { rows } = await db.pool.query('select sum(up_bytes + down_bytes)::integer as bytes from traffic_days')
  expect(rows).toEqual([{ bytes: 3000 }])

  const fresh = await makeApp()
  const isMonth = /^traffic_(hours|days)_\d{6}/
  const lasting = (rules: Awaited<ReturnType<typeof findRules>>) => rules.filter(({ place }) => !isMonth.test(place))
  expect(lasting(await findRules(db))).toEqual(lasting(await findRules(fresh.db)))
})
