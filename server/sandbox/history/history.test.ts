import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

import { freePort } from '../../../test/free-port.ts'
import { patient } from '../../../test/patience.ts'
import { checkBooks } from '../../domains/books/check-books.ts'
import { buildAccount } from '../../test/build/factories.ts'
import { buildLine, buildNode } from '../../test/build/line-desk.ts'
import { fund } from '../../test/build/money-factories.ts'
import { dumpEveryRow } from '../../test/look/every-row.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'
import { makeCliHere } from '../../test/run/run-cli.ts'
import { makeScratchDir } from '../../test/run/scratch-dir.ts'
import { startServer } from '../../test/run/server-process.ts'
import { findDemo } from '../find-demo.ts'
import { seedSandbox } from '../seed.ts'
import { seedHistory } from './seed-history.ts'

const ROOT = path.join(import.meta.dirname, '..', '..', '..')
const { db, config } = await makeCashierApp()
// A real user with money existed before.
const real = await buildAccount(db, { resellerId: 260 })
await fund(db, real, 5000)
const realBalances = await findBalances()

function findBalances() {
  return db.query<{ kind: string; fen: number }>({
    name: 'test.balances',
    text: `select kind || coalesce(':' || reseller_id, '') || coalesce(':' || account_id, '') as kind, sum(balance_fen)::bigint as fen
      from ledger_accounts group by 1 having sum(balance_fen) <> 0 order by 1`,
  })
}

test('writes ninety days of two shops once: the books balance and no mails are sent', async () => {
  await seedSandbox(db, config)
  const count = async (table: 'orders' | 'mails' | 'alerts') =>
    Number(
      (
        await db.query<{ count: number }>({ name: `count.${table}`, text: `select count(*) from ${table}`, values: [] })
      )[0]!.count,
    )
  const jobs = async () =>
    (await db.query({ name: 'all.jobs', text: 'select id from graphile_worker._private_jobs', values: [] })).length
  const before = { mails: await count('mails'), alerts: await count('alerts'), jobs: await jobs() }
  await seedHistory(db, config)
  const orders = await count('orders')
  expect(orders).toBeGreaterThan(300)
  expect({ mails: await count('mails'), alerts: await count('alerts'), jobs: await jobs() }).toEqual(before)
  expect((await checkBooks(db)).problems).toEqual([])
  const titles = await db.kysely.selectFrom('resellers').select('title').where('title', 'is not', null).execute()
  expect(titles).toEqual([])
  const demo = await db.kysely
    .selectFrom('accounts')
    .innerJoin('subscriptions', 'subscriptions.accountId', 'accounts.id')
    .select(['accounts.resellerId', 'subscriptions.expiresAt', 'subscriptions.usedBytes'])
    .where('userName', '=', 'demo')
    .where('accounts.resellerId', 'in', [0, 260])
    .execute()
  expect(demo).toHaveLength(2)
  for (const { expiresAt, usedBytes } of demo) {
    expect(expiresAt!.getTime()).toBeGreaterThan(Date.now())
    expect(usedBytes).toBeGreaterThan(0)
  }
  await seedHistory(db, config)
  expect(await count('orders')).toBe(orders)
})

test('when put into a production database by mistake, all of it is found, shown and removed by one command', async () => {
  await db.kysely.updateTable('modeMarks').set({ mode: 'production' }).execute()
  const settings = { MODE: 'production', PUBLIC_URL: 'https://portal.example', SECRET_KEY: config.secretKey.toString() }
  const yx = makeCliHere({ ...settings, DATABASE_URL: config.databaseUrl! })
  const looked = await yx('doctor --json')
  const { findings } = looked.json.data as { findings: { area: string; todo: string | null }[] }
  expect(findings.find(({ area }) => area === 'demo data')?.todo).toContain('database clean-demo')

  const member = await db.kysely
    .selectFrom('staff')
    .select('id')
    .where('name', '=', 'operator')
    .executeTakeFirstOrThrow()
  const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + 86_400_000) }
  const invitation = { resellerId: null, role: 'owner' as const, tokenHash: Buffer.alloc(32, 7), ...times }
  await db.kysely
    .insertInto('staffInvitations')
    .values({ ...invitation, invitedBy: `staff:${member.id}` })
    .execute()

  const start = { ...settings, DATABASE_URL: config.databaseUrl!, PORT: String(await freePort()), LOG_LEVEL: 'error' }
  const env = { ...process.env, ...start, DATA_DIR: await makeScratchDir() }
  const refused = spawnSync(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    timeout: patient(120_000),
  })
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/demo accounts.*database clean-demo --yes/s),
  ])

  const nodeId = await buildNode(db)
  const demo = await db.kysely
    .selectFrom('accounts')
    .select(['id', 'resellerId'])
    .where('isDemo', '=', true)
    .executeTakeFirstOrThrow()
  await buildLine({ db, config }, demo, nodeId)

  const before = await dumpEveryRow(db)
  const shown = await yx('database clean-demo')
  expect([shown.exitCode, shown.out], shown.err).toEqual([
    0,
    expect.stringMatching(/nothing was changed.*261 demo accounts/s),
  ])
  expect(await dumpEveryRow(db)).toBe(before)
  const postings = async () => (await db.kysely.selectFrom('ledgerPostings').selectAll().execute()).length
  const posted = await postings()

  const done = await yx('database clean-demo --yes --json')
  expect([done.exitCode, done.json.data], done.err).toEqual([
    0,
    expect.objectContaining({ accounts: 261, staff: ['operator', 'boss260'], monitors: 1, nodes: 6, problems: [] }),
  ])
  // Real accounts have their old balances, and all others have none.
  expect(await findBalances()).toEqual(realBalances)
  expect((await checkBooks(db)).problems).toEqual([])
  expect(await postings()).toBeGreaterThan(posted)
  expect(await findDemo(db)).toEqual([])
  const told = db.kysely.selectFrom('nodes').select(['revision', 'settingsRevision']).where('id', '=', nodeId)
  expect(await told.executeTakeFirst(), 'its agent reads its users again').toEqual({ revision: 2, settingsRevision: 2 })
  const open = await db.kysely.selectFrom('staffInvitations').select('id').where('revokedAt', 'is', null).execute()
  expect(open).toEqual([])
  const kept = await db.kysely.selectFrom('accounts').selectAll().where('id', '=', real.id).executeTakeFirstOrThrow()
  expect([kept.userName, kept.deletedAt]).toEqual([real.userName, null])
  expect((await yx('database clean-demo --yes --json')).json.data).toMatchObject({ accounts: 0, reversed: [] })
  const server = await startServer({ dataDir: env.DATA_DIR, env: start, port: Number(start.PORT) })
  await server.stop()
})
