import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { overviewDays } from '../../../../contract/console/choices.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import { clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { dayOf, daysUntil, spanOf } from '../../../platform/text/business-day.ts'
import { buildCards } from '../../../test/build/build-cards.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { buildPackage, fund, fundReseller } from '../../../test/build/money-factories.ts'
import { buildMerchantRow } from '../../../test/build/own-merchant.ts'
import { buildPaymentRow } from '../../../test/build/payment-row.ts'
import { openShop, type Buyer } from '../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { startAtNoon } from '../../../test/run/start-at-noon.ts'
import { setRetail } from '../../catalogue/prices/set-retail.ts'
import { openAgencyOrder } from '../../orders/agency/open-agency.ts'
import { refundOrder } from '../../orders/refund-order.ts'
import { sell } from '../../orders/settle-order.ts'
import { settlePayment } from '../../payments/settle-payment.ts'
import { loadPayable } from '../../payouts/load-payable.ts'
import { sumDays } from './sum-days.ts'

const app = await makeApp()
const { db, config, call } = app
checkBooksAfterEach(db)
const shop = openShop(app)
const job = () => ({ db, config, now: clock.now(), log: app.app.log as never, isLastAttempt: false })

/** A shop whose sales lie days apart, at odd amounts; most of what can happen to one happened to some, some days later. */
async function buildPast(resellerId: number, isOwnMerchant: boolean): Promise<void> {
  await buildReseller(db, { id: resellerId })
  await fundReseller(db, resellerId, 90_000)
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3333, wholesaleFen: 1111 } } })
  const terms = { commissionPercent: 7, creditLimitFen: 10_000 }
  await db.kysely.updateTable('resellers').set(terms).where('id', '=', resellerId).execute()
  const atLoss = await buildPackage(db, { resellerId, prices: { month: { retailFen: 997, wholesaleFen: 1297 } } })
  const loss = { packageId: atLoss.id, period: 'month' as const, retailFen: 997 }
  await setRetail(job(), resellerId, [{ ...loss, confirm: { retailFen: 997, wholesaleFen: 1297 } }], 'operator:test')
  const months = { resellerId, kind: 'package', packageId: plan.id, value: 1, count: 2, priceFen: 2777 } as const
  const { codes } = await buildCards(db, months)
  const worth = await buildCards(db, { resellerId, value: 500, count: 1, priceFen: 550 })
  const keys = [...codes, ...worth.codes]
  const { id: merchantId } = await buildMerchantRow(app, isOwnMerchant ? resellerId : null)
  const sold: string[] = []
  for (const [turn, days] of [0, 20, 25, 9, 4, 2, 1, 0].entries()) {
    clock.shift(days * DAY_MS + turn * 3_600_000)
    const buyer = await shop.buildBuyer({ resellerId, fen: 0 })
    await topUp(buyer, { merchantId, isOwnMerchant, amountFen: 5000 + turn })
    sold.push((await shop.purchase(buyer, turn % 3 === 1 ? atLoss : plan)).orderId)
    const key = keys[turn]
    const friend = await shop.buildBuyer({ resellerId, fen: 0 })
    if (key) expect((await call(api.cards.redeem, { code: key }, { token: friend.token })).status).toBe(200)
    // Every second sale is given back in part or whole by the time of the next but one.
    const back = sold[turn - 2]
    const refund = { resellerId, orderId: back ?? '', amountFen: turn % 4 === 0 ? 333 : 700, key: randomUUID() }
    if (back && turn % 2 === 0) await refundOrder(job(), { ...refund, operator: 'operator' })
  }
  await openAgencyOf(await shop.buildBuyer({ resellerId, fen: 0 }))
}

type Way = { merchantId: string; isOwnMerchant: boolean; amountFen: number }

async function topUp({ account }: Buyer, way: Way): Promise<void> {
  const owner = { resellerId: account.resellerId, accountId: account.id }
  const { id } = await buildPaymentRow(db, { ...owner, ...way, orderId: null }, clock.now())
  await settlePayment(job(), id, { tradeNo: `T${id}`, amountFen: way.amountFen })
}

async function openAgencyOf({ account }: Buyer): Promise<void> {
  await fund(db, account, 60_000)
  const owner = { resellerId: account.resellerId, accountId: account.id }
  const agency = { feeFen: 60_000, detail: { name: 'Agency', contact: 'x@example.com' } }
  const ctx = { ...job(), language: 'en' as const }
  const { orderId } = await inTransaction(db, (tx) => openAgencyOrder({ ...ctx, db: tx }, owner, agency))
  const order = { resellerId: account.resellerId, orderId, source: { kind: 'balance' as const } }
  await inTransaction(db, (tx) => sell({ ...ctx, db: tx }, order))
}

const sumOf = <T>(rows: readonly T[], of: (row: T) => number | null) =>
  rows.reduce((sum, row) => sum + (of(row) ?? 0), 0)

/** What the lists say that a figure opens. */
async function readRows({ call: ask }: Awaited<ReturnType<typeof buildStaff>>, from: string, to: string) {
  const sold = (await ask(consoleApi.orders.list, { soldFrom: from, soldTo: to, limit: 100 })).data.rows
  const paid = (await ask(consoleApi.payments.list, { purpose: 'user', paidFrom: from, paidTo: to, limit: 100 })).data
  const redeemed = (
    await ask(consoleApi.cards.list, { state: 'redeemed', redeemedFrom: from, redeemedTo: to, limit: 100 })
  ).data.rows
  const registeredFrom = spanOf(from, config.businessTz).from.toISOString()
  const registeredTo = spanOf(to, config.businessTz).until.toISOString()
  return {
    orders: sold.length,
    salesFen: sumOf(sold, (row) => row.totalFen),
    refundedFen: sumOf(sold, (row) => row.refundedFen),
    marginFen: sumOf(sold, (row) => row.marginFen),
    toppedUpFen: sumOf(paid.rows, (row) => row.amountFen),
    keys: redeemed.length,
    keySalesFen: sumOf(redeemed, (row) => row.soldFen),
    keyFaceFen: sumOf(redeemed, (row) => row.amountFen),
    newUsers: (await ask(consoleApi.users.list, { registeredFrom, registeredTo })).data.count,
  }
}

test.each([
  ['that is paid through the platform', 6471, false],
  ['with its own merchant', 6472, true],
] as const)('the figures of a reseller %s are the rows they open, in any window', async (_kind, resellerId, isOwn) => {
  onTestFinished(() => clock.reset())
  startAtNoon()
  // The test before summed days that are still to come.
  await db.kysely.deleteFrom('officeSummed').execute()
  await buildPast(resellerId, isOwn)
  const owner = () => buildStaff(app, { resellerId })
  const seven = (await (await owner()).call(consoleApi.overview.show, { days: 7 })).data.now
  const { marginFen, lossFen } = await loadPayable(job(), resellerId)
  expect([marginFen, seven.marginFen !== 0], 'what may not be paid out yet is the margin of these seven days').toEqual([
    seven.marginFen,
    true,
  ])
  expect(lossFen).toBeGreaterThan(0)
  const nowMs = clock.now().getTime()
  await sumDays(job())
  const windows = fc.record({
    backMs: fc.integer({ min: 0, max: 60 * DAY_MS }),
    days: fc.constantFrom(...overviewDays),
  })
  for (const { backMs, days } of [{ backMs: 0, days: 90 as const }, ...fc.sample(windows, 30)]) {
    clock.shift(nowMs - backMs - clock.now().getTime())
    const member = await owner()
    const { now } = (await member.call(consoleApi.overview.show, { days })).data
    const to = dayOf(clock.now(), config.businessTz)
    const rows = await readRows(member, daysUntil(to, days)[0]!, to)
    expect(now, `${days} days until ${to}`).toMatchObject(rows)
    if (days === 90 && backMs === 0) expect([rows.orders, rows.keys], 'an agency is no sale').toEqual([8, 3])
  }
})
