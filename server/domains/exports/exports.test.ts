import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { exportFiles, type ExportFile } from '../../../contract/console/exports.ts'
import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { permissions } from '../../../contract/permissions.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { removeOutdatedRows } from '../../retention.ts'
import { buildKey } from '../../test/build/build-key.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildPackage, fund, fundReseller } from '../../test/build/money-factories.ts'
import { takeJobs } from '../../test/build/telegram-desk.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { writeExport } from './write-export.ts'

const made = await makeApp()
const { app, call, db, config } = made
const calls = consoleApi.exports
const [OWN, OTHER] = [4501, 4502]
for (const id of [OWN, OTHER]) await buildReseller(db, { id })
const boss = await buildStaff(made, { resellerId: OWN })
const neighbour = await buildStaff(made, { resellerId: OTHER })
const job = () => ({ db, config, log: createLog('silent'), now: clock.now(), isLastAttempt: true })

async function run(): Promise<void> {
  for (const { payload } of await takeJobs(db, ['exports.write'])) await writeExport(job(), payload as never)
}

async function fetchFile(by: typeof boss, exportId: number, file: ExportFile) {
  const { headers } = by
  return app.inject({ method: 'POST', url: calls.download.path, headers, payload: { exportId, file } })
}

test('one asks, a job writes, and the files have every row of this reseller and no other', async () => {
  const user = await buildAccount(db, { resellerId: OWN, userName: 'has.all', email: '=HYPERLINK(1)@example.com' })
  await buildAccount(db, { resellerId: OTHER, userName: 'not.mine' })
  const plan = await buildPackage(db, { resellerId: OWN, prices: { month: { retailFen: 3000, wholesaleFen: 1500 } } })
  await fundReseller(db, OWN, 100_000)
  await fund(db, user, 5000)
  const token = await buildSession(db, user)
  const wish = { action: 'new', packageId: plan.wireId, period: 'month' } as const
  const { quoteId } = (await call(api.packages.quote, wish, { token })).data
  const bought = await call(api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() }, { token })
  expect(bought.status).toBe(200)

  const asked = await boss.call(calls.make, { format: 'jsonl' })
  expect(asked.status).toBe(200)
  const { exportId } = asked.data
  // Asked again while it waits, in whatever format, it is the same one.
  expect((await boss.call(calls.make, { format: 'csv' })).data).toEqual({ exportId })
  expect((await fetchFile(boss, exportId, 'users')).json()).toMatchObject({ code: 'object.unknown' })
  await run()
  const [row] = (await boss.call(calls.list, {})).data.rows
  expect(row).toMatchObject({ exportId, state: 'done', format: 'jsonl' })
  expect(row!.files.map(({ file }) => file)).toEqual([...exportFiles])

  const users = (await fetchFile(boss, exportId, 'users')).body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(users).toMatchObject([{ id: user.id, user_name: 'has.all', balance_fen: 2000 }])
  expect(JSON.stringify(users)).not.toMatch(/password|totp|hash/)
  const ledger = (await fetchFile(boss, exportId, 'ledger')).body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const sumOf = (account: string) =>
    ledger.filter((one) => one.account === account).reduce((sum, one) => sum + one.amount_fen, 0)
  expect(sumOf('user')).toBe(2000)
  expect(sumOf('reseller')).toBe(await loadBalanceFen({ db }, { kind: 'reseller', resellerId: OWN }))
  const orders = (await fetchFile(boss, exportId, 'orders')).body
  expect(JSON.parse(orders)).toMatchObject({ account_id: user.id, state: 'paid', total_fen: 3000, wholesale_fen: 1500 })
  expect(row!.files.find(({ file }) => file === 'ledger')!.rows).toBe(ledger.length)
})

test('a table with more rows than a page and a part holds comes whole, once each, in CSV without formulas', async () => {
  await db.pool.query(
    `insert into accounts (reseller_id, user_name, password_hash, invite_code, email)
      select $1, 'many' || i, '-', 'many' || i, repeat('x', 200) || i || '@example.com' from generate_series(1, 9000) i`,
    [OWN],
  )
  await boss.call(calls.make, { format: 'csv' })
  await run()
  const [row] = (await boss.call(calls.list, {})).data.rows
  const lines = (await fetchFile(boss, row!.exportId, 'users')).body.trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFid,user_name,email,/)
  const names = lines.slice(1).map((line) => line.split(',')[1])
  expect(names).toHaveLength(9001)
  expect(new Set(names).size).toBe(9001)
  expect(lines[1]).toContain(`'=HYPERLINK(1)@example.com`)
  const parts = await db.pool.query('select 1 from export_parts where export_id = $1 and file = $2', [
    row!.exportId,
    'users',
  ])
  expect(parts.rowCount).toBeGreaterThan(1)
})

test('only an owner makes, sees and fetches them: no manager, no own role, no key, nobody of another reseller', async () => {
  const [row] = (await boss.call(calls.list, {})).data.rows
  const others = [
    await buildStaff(made, { resellerId: OWN, role: 'manager' }),
    // A row that has every permission in it, as only a mistake could write it.
    await buildStaff(made, { resellerId: OWN, permissions }),
    await buildStaff(made, { resellerId: null, role: 'manager' }),
    await buildKey(made, { resellerId: OWN, permissions }),
  ]
  for (const { headers } of others) {
    const refused = await Promise.all([
      app.inject({ url: `${calls.list.path}?reseller=${OWN}`, headers }),
      ...[calls.make, calls.download].map(({ path }) =>
        app.inject({ method: 'POST', url: `${path}?reseller=${OWN}`, headers, payload: {} }),
      ),
    ])
    expect(refused.map((answer) => answer.json().code)).toEqual(refused.map(() => 'staff.forbidden'))
  }
  const role = { name: 'Night', permissions: ['users.read', 'exports.make'] as never }
  expect((await boss.call(consoleApi.staff.saveRole, role)).code).toBe('request.invalid')
  expect((await neighbour.call(calls.list, {})).data.rows).toEqual([])
  expect((await fetchFile(neighbour, row!.exportId, 'users')).json()).toMatchObject({ code: 'object.unknown' })
  const operator = await buildStaff(made, { resellerId: null })
  expect((await operator.call(calls.list, {}, { reseller: OWN })).data.rows[0]).toEqual(row)
})

test('a suspended reseller makes and fetches none, and both again afterwards', async () => {
  const { rows } = (await boss.call(calls.list, {})).data
  const suspend = (suspendedAt: Date | null) =>
    db.kysely.updateTable('resellers').set({ suspendedAt }).where('id', '=', OWN).execute()
  await suspend(clock.now())
  const made = await boss.call(calls.make, { format: 'csv' })
  const fetched = await fetchFile(boss, rows[0]!.exportId, 'users')
  expect([made.code, fetched.json().code]).toEqual(['reseller.suspended', 'reseller.suspended'])
  expect((await boss.call(calls.list, {})).data.rows).toEqual(rows)
  await suspend(null)
  expect((await fetchFile(boss, rows[0]!.exportId, 'users')).body).toContain('many1,')
  expect((await boss.call(calls.make, { format: 'csv' })).status).toBe(200)
})

test('both ask for the factor again', async () => {
  const { staffId, call: late, headers } = await buildStaff(made, { resellerId: OWN })
  const provedAt = new Date(clock.now().getTime() - staffLimits.proofMs)
  await db.kysely.updateTable('staffSessions').set({ provedAt }).where('staffId', '=', staffId).execute()
  const { exportId } = (await late(calls.list, {})).data.rows.at(-1)!
  expect((await late(calls.make, { format: 'csv' })).code).toBe('staff.step_up')
  const file = await app.inject({
    method: 'POST',
    url: calls.download.path,
    headers,
    payload: { exportId, file: 'users' },
  })
  expect(file.json().code).toBe('staff.step_up')
})

test('after a week the files are gone', async () => {
  clock.shift(8 * 86_400_000)
  await removeOutdatedRows(job())
  expect((await boss.call(calls.list, {})).data?.rows ?? []).toEqual([])
  expect((await db.pool.query('select 1 from export_parts')).rowCount).toBe(0)
  clock.reset()
})
