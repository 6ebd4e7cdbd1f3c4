import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { buildPackage, fundReseller } from '../../../test/build/money-factories.ts'
import { makePayDesk } from '../../../test/build/pay-desk.ts'
import { openShop } from '../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeCashierApp } from '../../../test/run/make-cashier-app.ts'

const app = await makeCashierApp()
const { db, payTypes } = app
checkBooksAfterEach(db)
const desk = makePayDesk(app)
const shop = openShop(app)
const { money } = consoleApi
const PAYEE = { method: 'alipay', account: 'boss@example.com', name: '王小明' } as const
let nextReseller = 6400

beforeEach(() => clock.reset())

/** A reseller with ¥500 and its owner at the console. */
async function buildOffice(fen = 50_000) {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  if (fen > 0) await fundReseller(db, resellerId, fen)
  return { resellerId, ...(await buildStaff(app, { resellerId })) }
}

const auditOf = async (resellerId: number) =>
  (
    await db.kysely.selectFrom('auditLog').select('action').where('resellerId', '=', resellerId).orderBy('id').execute()
  ).map(({ action }) => action)
const suspend = (resellerId: number) =>
  db.kysely.updateTable('resellers').set({ suspendedAt: clock.now() }).where('id', '=', resellerId).execute()

describe('what the office shows', () => {
  test('a sale on credit is a debt, and each entry shows what was left after it', async () => {
    const { resellerId, call } = await buildOffice(1000)
    await db.kysely.updateTable('resellers').set({ creditLimitFen: 5000 }).where('id', '=', resellerId).execute()
    const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 6000 } } })
    const sold = { confirmedRetailFen: 3000, confirmedWholesaleFen: 6000 }
    await db.kysely.updateTable('packageOffers').set(sold).where('packageId', '=', plan.id).execute()
    clock.shift(1000)
    await shop.purchase(await shop.buildBuyer({ resellerId }), plan)
    expect((await call(money.show, {})).data).toEqual({
      balanceFen: 0,
      owedFen: 2000,
      creditLimitFen: 5000,
      cardsFen: 0,
      payoutHoldFen: 0,
      bulkHoldFen: 0,
      liabilityFen: 0,
    })
    const { rows, count } = (await call(money.entries, {})).data
    expect(count).toBe(2)
    expect(rows).toMatchObject([
      { kind: 'sale', amountFen: -3000, afterFen: -2000, orderId: expect.any(String) },
      { kind: 'agent_payment', amountFen: 1000, afterFen: 1000, orderId: null },
    ])
    const one = (await call(money.entries, { limit: 1 })).data
    expect((await call(money.entries, { limit: 1, cursor: one.nextCursor! })).data.rows).toEqual([rows[1]])
    expect((await call(money.entries, { kind: 'sale' })).data.rows).toEqual([rows[0]])
    expect((await call(money.entries, { to: '2020-01-01' })).data.rows).toEqual([])
    const file = (await call(money.exportEntries, {})).data
    expect(file.rows).toBe(2)
    expect(file.text).toContain('-30.00,-20.00')
    expect(await auditOf(resellerId)).toContain('entries.exported')
  })

  test('a month adds up, and its file says the same', async () => {
    const { resellerId, call } = await buildOffice()
    const plan = await buildPackage(db, { resellerId, prices: { month: 3000 } })
    await shop.purchase(await shop.buildBuyer({ resellerId }), plan)
    const { data } = await call(money.statement, {})
    expect(data).toMatchObject({ openingFen: 0, closingFen: 51_500, isFinal: false, months: [data.month] })
    expect(data.kinds.reduce((sum, { amountFen }) => sum + amountFen, data.openingFen)).toBe(data.closingFen)
    expect(data.sales).toMatchObject({ count: 1, priceFen: 3000, wholesaleFen: 1500 })
    const file = (await call(money.exportStatement, { month: data.month })).data
    expect(file.name).toBe(`statement-${resellerId}-${data.month}.csv`)
    expect(file.text).toContain('515.00')
    expect((await call(money.statement, { month: '2020-13' })).status).toBe(400)
    expect((await call(money.statement, { month: '2020-01' })).data).toMatchObject({ closingFen: 0, isFinal: true })
  })

  test('support sees no money, and another reseller sees only its own', async () => {
    const { resellerId } = await buildOffice()
    const support = await buildStaff(app, { resellerId, role: 'support' })
    const closed = [money.show, money.entries, money.exportEntries, money.statement, money.exportStatement] as const
    for (const route of [...closed, money.topUpWays, money.payouts, money.payoutTerms]) {
      expect((await support.call(route, {})).code).toBe('staff.forbidden')
    }
    const stranger = await buildOffice(0)
    expect((await stranger.call(money.entries, {})).data.rows).toEqual([])
    expect((await stranger.call(money.show, {}, { reseller: resellerId })).code).toBe('object.unknown')
    expect((await stranger.call(money.show, {}, { reseller: 999_999 })).code).toBe('object.unknown')
  })
})

describe('topping up', () => {
  const wish = (more: object = {}) => ({
    payType: payTypes.alipay,
    device: 'qr' as const,
    key: randomUUID(),
    amountFen: 20_000,
    ...more,
  })

  test('is credited to the balance once, and its payer can follow it', async () => {
    const { resellerId, call } = await buildOffice(0)
    const asked = wish()
    const { data: opened } = await call(money.topUp, asked)
    expect(opened).toMatchObject({ amountFen: 20_000, qrCode: expect.any(String) })
    expect((await call(money.topUp, asked)).data).toEqual(opened)
    expect((await call(money.topUp, { ...asked, amountFen: 100 })).code).toBe('request.key_reused')
    await desk.payQuietly(opened.out_trade_no)
    clock.shift(5000)
    const follow = () => call(money.followTopUp, { out_trade_no: opened.out_trade_no })
    const states = await Promise.all([follow(), follow(), follow()])
    expect(states.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await follow()).data).toMatchObject({ status: 'paid', amountFen: 20_000 })
    expect((await call(money.show, {})).data.balanceFen).toBe(20_000)
    expect((await auditOf(resellerId)).filter((action) => action === 'top_up.begun')).toHaveLength(1)
  })

  test('returns to the console after paying', async () => {
    const { call } = await buildOffice(0)
    const { data } = await call(money.topUp, wish({ device: 'pc' }))
    expect(new URL(data.payUrl!).searchParams.get('return_url')).toBe(`${app.config.publicUrl}/console/money`)
  })

  test('a suspended reseller may still top up, but not ask for a payout', async () => {
    const { resellerId, call } = await buildOffice()
    await suspend(resellerId)
    expect((await call(money.topUpWays, {})).data.ways.length).toBeGreaterThan(0)
    const { data: opened } = await call(money.topUp, wish())
    await desk.payQuietly(opened.out_trade_no)
    clock.shift(5000)
    expect((await call(money.followTopUp, { out_trade_no: opened.out_trade_no })).data.status).toBe('paid')
    expect((await call(money.setPayee, PAYEE)).code).toBe('reseller.suspended')
    expect((await call(money.askPayout, { amountFen: 10_000 })).code).toBe('reseller.suspended')
  })

  test("another reseller's, a user's and an unknown payment look the same to a stranger; a viewer may not pay", async () => {
    const own = await buildOffice(0)
    const asked = wish()
    const { data: opened } = await own.call(money.topUp, asked)
    const stranger = await buildOffice(0)
    const payer = await desk.buildPayer(stranger.resellerId)
    const ofUser = (await desk.topUp(payer, 5000)).data.out_trade_no
    for (const number of [opened.out_trade_no, ofUser, '20260101nothing']) {
      expect((await stranger.call(money.followTopUp, { out_trade_no: number })).code).toBe('object.unknown')
    }
    const { data: theirs } = await stranger.call(money.topUp, asked)
    expect(theirs.out_trade_no).not.toBe(opened.out_trade_no)
    const viewer = await buildStaff(app, { resellerId: own.resellerId, role: 'viewer' })
    expect((await viewer.call(money.topUp, wish())).code).toBe('staff.forbidden')
  })
})

describe('payout', () => {
  test('shows line by line what is payable, and holds the amount once', async () => {
    const { resellerId, call } = await buildOffice()
    expect((await call(money.askPayout, { amountFen: 10_000 })).code).toBe('payout.no_account')
    const { data: payee } = await call(money.setPayee, PAYEE)
    expect(payee).toMatchObject({ method: 'alipay', accountMasked: 'b***m' })
    expect(JSON.stringify(payee)).not.toContain(PAYEE.account)
    expect((await call(money.askPayout, { amountFen: 10_000 })).code).toBe('payout.account_fresh')
    clock.shift(limits.payoutTopUpMs)
    const { call: later } = await buildStaff(app, { resellerId, role: 'finance' })
    await fundReseller(db, resellerId, 700)
    const plan = await buildPackage(db, { resellerId, prices: { month: 3000 } })
    await shop.purchase(await shop.buildBuyer({ resellerId }), plan)
    const terms = (await later(money.payoutTerms, {})).data
    expect(terms).toMatchObject({
      balanceFen: 52_200,
      marginFen: 1500,
      topUpsFen: 700,
      liabilityFen: 0,
      withdrawalsFen: 0,
    })
    expect(terms.payableFen).toBe(50_000)
    expect((await later(money.askPayout, { amountFen: 50_001 })).code).toBe('payout.too_much')
    const many = await Promise.all(Array.from({ length: 5 }, () => later(money.askPayout, { amountFen: 30_000 })))
    expect(many.map(({ code }) => code).sort()).toEqual([null, ...Array(4).fill('payout.open')].sort())
    expect((await later(money.show, {})).data).toMatchObject({ balanceFen: 22_200, payoutHoldFen: 30_000 })
    expect((await later(money.payouts, {})).data.rows).toMatchObject([{ amountFen: 30_000, state: 'open' }])
    const actions = await auditOf(resellerId)
    expect(actions.filter((action) => action === 'payout.asked' || action === 'payee.changed')).toEqual([
      'payee.changed',
      'payout.asked',
    ])
  })

  test('a manager may not ask for a payout, and an old proof is not enough', async () => {
    const { resellerId, staffId, call } = await buildOffice()
    const manager = await buildStaff(app, { resellerId, role: 'manager' })
    expect((await manager.call(money.payoutTerms, {})).code).toBe('staff.forbidden')
    expect((await manager.call(money.askPayout, { amountFen: 10_000 })).code).toBe('staff.forbidden')
    expect((await manager.call(money.setPayee, PAYEE)).code).toBe('staff.forbidden')
    const provedAt = new Date(clock.now().getTime() - 3_600_000)
    await db.kysely.updateTable('staffSessions').set({ provedAt }).where('staffId', '=', staffId).execute()
    expect((await call(money.setPayee, PAYEE)).code).toBe('staff.step_up')
    expect((await call(money.askPayout, { amountFen: 10_000 })).code).toBe('staff.step_up')
    expect((await call(money.payoutTerms, {})).data.payee).toBeNull()
  })
})

test('a bookkeeper reads statements and nothing else; a role with money.read from before still reads them', async () => {
  const { resellerId } = await buildOffice()
  const keeper = await buildStaff(app, { resellerId, permissions: ['statements.read'] })
  expect((await keeper.call(money.statement, {})).data).toMatchObject({ closingFen: 50_000 })
  expect((await keeper.call(money.exportStatement, {})).status).toBe(200)
  for (const route of [money.show, money.entries, money.payouts, consoleApi.orders.list, consoleApi.users.list]) {
    expect((await keeper.call(route, {})).code, route.path).toBe('staff.forbidden')
  }
  const older = await buildStaff(app, { resellerId, permissions: ['money.read'] })
  expect((await older.call(money.statement, {})).status).toBe(200)
  const other = await buildStaff(app, { resellerId, permissions: ['orders.read'] })
  expect((await other.call(money.statement, {})).code).toBe('staff.forbidden')
})
