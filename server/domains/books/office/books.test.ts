import { beforeEach, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { jobs } from '../../../jobs.ts'
import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { buildPackage, fundReseller } from '../../../test/build/money-factories.ts'
import { openShop } from '../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { loadPlatformStatement } from '../platform-statement.ts'

const made = await makeApp()
const { db, config } = made
checkBooksAfterEach(db)
const shop = openShop(made)
const { books } = consoleApi
const run = (name: 'monitor.check_books' | 'ledger.close_days') =>
  jobs[name]({ db, config, log: createLog('silent'), now: clock.now(), isLastAttempt: false }, {})
const ownFen = (kind: 'outside' | 'platform') => loadBalanceFen({ db }, { kind, resellerId: null })

beforeEach(() => clock.reset())

test('a check started by hand leaves a result with its first problems, and shows that it is running', async () => {
  const { call: ask } = await buildStaff(made, { resellerId: null })
  expect((await ask(books.run, {})).status).toBe(200)
  expect((await ask(books.list, {})).data.isRunning).toBe(true)
  await run('monitor.check_books')
  const clean = (await ask(books.list, {})).data
  expect(clean).toMatchObject({ rows: [{ problems: 0, firstProblems: [] }], lastTrouble: null })
  await buildReseller(db, { id: 6901 })
  await fundReseller(db, 6901, 500)
  const broken =
    "update ledger_accounts set balance_fen = balance_fen + 1 where kind = 'reseller' and reseller_id = 6901"
  await db.pool.query(broken)
  clock.shift(1000)
  await run('monitor.check_books')
  await db.pool.query(broken.replace('+ 1', '- 1'))
  const { rows, lastTrouble } = (await ask(books.list, {})).data
  expect(rows[0]!.problems).toBeGreaterThan(0)
  expect(rows[0]!.firstProblems.join()).toContain('reseller:6901')
  expect(lastTrouble).toEqual(rows[0])
})

test('the statement adds up to the books by kind, and each month begins where the last one ended', async () => {
  const resellerId = 6902
  await buildReseller(db, { id: resellerId })
  await fundReseller(db, resellerId, 20_000)
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1200 } } })
  await shop.purchase(await shop.buildBuyer({ resellerId }), plan)
  const { call: ask } = await buildStaff(made, { resellerId: null })
  const { data } = await ask(books.statement, {})
  expect(data.isFinal).toBe(false)
  expect([data.bank.closingFen, data.revenue.closingFen]).toEqual([
    -(await ownFen('outside')),
    await ownFen('platform'),
  ])
  const flow = data.bank.kinds.reduce((sum, { inFen, outFen }) => sum + inFen - outFen, data.bank.openingFen)
  expect(flow).toBe(data.bank.closingFen)
  expect(data.revenue.kinds).toContainEqual({ kind: 'sale', amountFen: 1200 })
  const { text, rows } = (await ask(books.exportStatement, {})).data
  expect(text).toContain('平台收入,销售,12.00')
  expect(text.trimEnd().split('\n')).toHaveLength(rows + 1)
  const [year = 0, month = 0] = data.month.split('-').map(Number)
  // The tenth of the next month: some number of days would lead over it, from the last days of a month.
  clock.shift(Date.UTC(year, month, 10) - clock.now().getTime())
  await run('ledger.close_days')
  await fundReseller(db, resellerId, 700)
  await shop.purchase(await shop.buildBuyer({ resellerId }), plan)
  const ctx = { db, config, now: clock.now() }
  const stored = await loadPlatformStatement(ctx, { year, month })
  expect(stored).toMatchObject({ isFinal: true, bank: data.bank, revenue: data.revenue })
  const monthAfter = (count: number) => {
    const at = new Date(Date.UTC(year, month - 1 + count, 1))
    return loadPlatformStatement(ctx, { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 })
  }
  const next = await monthAfter(1)
  expect([next.bank.openingFen, next.revenue.openingFen]).toEqual([stored.bank.closingFen, stored.revenue.closingFen])
  expect([-next.bank.closingFen, next.revenue.closingFen]).toEqual([await ownFen('outside'), await ownFen('platform')])
  // Also when the month before is not stored yet.
  const { bank, revenue } = await monthAfter(2)
  expect([bank.openingFen, revenue.openingFen]).toEqual([next.bank.closingFen, next.revenue.closingFen])
  const changed = db.pool.query("update platform_statements set body = '{}'")
  await expect(changed).rejects.toThrow(/append/)
})

test('staff without the permission to run the books see none of them', async () => {
  const { call: ask } = await buildStaff(made, { resellerId: null, role: 'support' })
  expect((await ask(books.list, {})).code).toBe('staff.forbidden')
  expect((await ask(books.run, {})).code).toBe('staff.forbidden')
  expect((await ask(books.statement, {})).code).toBe('staff.forbidden')
})
