import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { civilTime } from '../../../contract/civil-time.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { jobs } from '../../jobs.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildPackage, buildTrial, fund, fundReseller } from '../../test/build/money-factories.ts'
import { loadStatement, checkBooksAfterEach } from '../../test/look/books.ts'
import { mailsOf } from '../../test/outside/mails-of.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { startAtNoon } from '../../test/run/start-at-noon.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { refundOrder } from './refund-order.ts'

const made = await makeApp()
const { call, db, config } = made
checkBooksAfterEach(db)
beforeEach(() => clock.reset())
const { user, orders } = consoleApi
let nextReseller = 8600

async function buildShop({ purseFen = 10_000 } = {}) {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId, isWhitelisted: true })
  if (purseFen > 0) await fundReseller(db, resellerId, purseFen)
  const prices = { month: { retailFen: 3900, wholesaleFen: 1500 } }
  const plan = await buildPackage(db, { resellerId, prices })
  const big = await buildPackage(db, { resellerId, prices: { month: { retailFen: 6000, wholesaleFen: 3751 } } })
  const inviter = await buildAccount(db, { resellerId })
  const account = await buildAccount(db, { resellerId })
  await db.kysely.updateTable('accounts').set({ inviterId: inviter.id }).where('id', '=', account.id).execute()
  await db.kysely.updateTable('resellers').set({ commissionPercent: 30 }).where('id', '=', resellerId).execute()
  const boss = await buildStaff(made, { resellerId })
  const token = await buildSession(db, account)
  const input = { id: account.id, packageId: plan.wireId, period: 'month' as const, costFen: 1500 }
  return { resellerId, plan, big, inviter, account, boss, token, input }
}
type Shop = Awaited<ReturnType<typeof buildShop>>
const sell = ({ boss, input }: Shop, over: object = {}) =>
  boss.call(user.sell, { ...input, key: randomUUID(), ...over })
const pocket = ({ resellerId }: Shop) => loadBalanceFen({ db }, { kind: 'reseller', resellerId })
const endOf = async ({ account }: Shop) =>
  (
    await db.kysely
      .selectFrom('subscriptions')
      .select('expiresAt')
      .where('accountId', '=', account.id)
      .executeTakeFirst()
  )?.expiresAt?.getTime() ?? null

test('wholesale leaves the balance and nothing else moves; the user reads what was noted, not what it cost', async () => {
  const shop = await buildShop()
  const sold = await sell(shop, { notedFen: 3500 })
  expect(sold.status, sold.text).toBe(200)
  expect([await pocket(shop), (await endOf(shop))! > clock.now().getTime() + 27 * DAY_MS]).toEqual([8500, true])
  for (const kind of ['commission_pending', 'user'] as const) {
    const { resellerId, inviter } = shop
    expect(await loadBalanceFen({ db }, { kind, resellerId, accountId: inviter.id })).toBe(0)
  }
  const own = (await call(api.orders.list, {}, { token: shop.token })).data.items[0]!
  expect(own).toMatchObject({ orderId: sold.data.orderId, state: 'paid', paidBy: 'reseller', totalFen: 3500 })
  expect(JSON.stringify(own)).not.toContain('1500')
  const shown = (await shop.boss.call(orders.show, { orderId: sold.data.orderId })).data
  expect(shown).toMatchObject({ paidBy: 'reseller', totalFen: 1500, marginFen: 0, commissionFen: 0 })
  expect(shown.byHand).toEqual({ by: shop.boss.name, notedFen: 3500 })
  // What its user paid outside is no income in the books.
  const { sales } = await loadStatement(
    { db, config, now: clock.now() },
    shop.resellerId,
    civilTime(clock.now(), config.businessTz),
  )
  expect(sales).toMatchObject({ count: 1, priceFen: 0, wholesaleFen: 1500, commissionFen: 0 })
})

test('a free trial that still runs lapses: who pays does not wait for its end', async () => {
  const shop = await buildShop()
  const { resellerId, account, token } = shop
  const trial = await buildTrial(db, { resellerId, days: 3, paidBy: 'platform', wholesaleFen: 100 })
  const verified = { email: `${account.userName}@mail.example`, emailVerifiedAt: clock.now() }
  await db.kysely.updateTable('accounts').set(verified).where('id', '=', account.id).execute()
  expect((await call(api.packages.trial, { packageId: trial.wireId }, { token })).status).toBe(200)
  expect((await sell(shop)).status).toBe(200)
  expect((await endOf(shop))! > clock.now().getTime() + 27 * DAY_MS).toBe(true)
})

test('who may not read prices sees no amount of a sale by hand, and finds none by filter', async () => {
  const shop = await buildShop()
  const { orderId } = (await sell(shop)).data
  const support = await buildStaff(made, { resellerId: shop.resellerId, role: 'support' })
  expect((await support.call(orders.list, {})).data.rows[0]).toMatchObject({ totalFen: 0, wholesaleFen: null })
  expect((await support.call(orders.list, { minFen: 1000 })).data.rows).toEqual([])
  expect((await support.call(orders.export, {})).data.text).not.toContain('15.00')
  expect((await support.call(orders.show, { orderId })).text).not.toContain('1500')
  expect((await support.call(user.sell, { ...shop.input, key: randomUUID() })).code).toBe('staff.forbidden')
  expect((await support.call(user.sellOffers, { id: shop.account.id })).code).toBe('staff.forbidden')
})

test('who may sell by hand but not read money sees what it costs, and not what the reseller has', async () => {
  const { resellerId, account, boss } = await buildShop()
  const seller = await buildStaff(made, { resellerId, permissions: ['users.give'] })
  const { rows, balanceFen } = (await seller.call(user.sellOffers, { id: account.id })).data
  expect([rows.length > 0, balanceFen]).toEqual([true, null])
  expect((await boss.call(user.sellOffers, { id: account.id })).data.balanceFen).toBe(10_000)
})

test('a refund goes to the reseller, and the plan goes with it', async () => {
  const shop = await buildShop()
  const { orderId } = (await sell(shop)).data
  const { resellerId, account } = shop
  const ctx = { db, config, now: clock.now(), log: createLog('silent') }
  const refund = { resellerId, orderId, amountFen: 1500, key: randomUUID(), operator: 'operator:test' as const }
  await refundOrder(ctx, refund)
  expect([
    await pocket(shop),
    await loadBalanceFen({ db }, { kind: 'user', resellerId, accountId: account.id }),
  ]).toEqual([10_000, 0])
  expect(await endOf(shop)).toBeLessThanOrEqual(clock.now().getTime())
  const { steps } = (await shop.boss.call(orders.show, { orderId })).data
  expect(steps.map(({ kind }) => kind)).toEqual(['made', 'settled', 'refunded'])
})

test('an upgrade counts what the platform received, never the retail price', async () => {
  const shop = await buildShop()
  await sell(shop, { notedFen: 3900 })
  const wish = { action: 'upgrade' as const, packageId: shop.big.wireId, period: 'month' as const }
  const { data } = await call(api.packages.quote, wish, { token: shop.token })
  expect(data.creditFen).toBeGreaterThan(1400)
  expect(data.creditFen).toBeLessThanOrEqual(1500)
  await fund(db, shop.account, 6000)
  const before = await pocket(shop)
  const bought = await call(
    api.packages.buy,
    { quoteId: data.quoteId, payBy: 'balance', key: randomUUID() },
    { token: shop.token },
  )
  expect(bought.status, bought.text).toBe(200)
  // The user pays P − R; the platform gets Q − W; the rest, less the commission, is the reseller's.
  const commissionFen = Math.min(Math.floor(data.totalFen * 0.3), data.totalFen - (3751 - data.creditFen))
  expect(await pocket(shop)).toBe(before + data.totalFen - (3751 - data.creditFen) - commissionFen)
})

test('a running plan is prolonged, another one is refused, and the offers say so', async () => {
  const shop = await buildShop()
  const { boss, account, plan, big } = shop
  const offers = async () =>
    (await boss.call(user.sellOffers, { id: account.id })).data.rows.map(({ packageId, action, costFen }) => [
      packageId,
      action,
      costFen,
    ])
  expect(await offers()).toEqual([
    [plan.wireId, 'new', 1500],
    [big.wireId, 'new', 3751],
  ])
  await sell(shop)
  const end = (await endOf(shop))!
  expect(await offers()).toEqual([[plan.wireId, 'renew', 1500]])
  expect((await sell(shop, { packageId: big.wireId, costFen: 3751 })).code).toBe('order.wrong_action')
  expect((await sell(shop)).status).toBe(200)
  expect((await endOf(shop))! - end).toBeGreaterThanOrEqual(28 * DAY_MS)
  expect(await pocket(shop)).toBe(7000)
})

test('never into debt, whatever the credit limit, and nothing is left behind', async () => {
  const shop = await buildShop({ purseFen: 1499 })
  await db.kysely.updateTable('resellers').set({ creditLimitFen: 100_000 }).where('id', '=', shop.resellerId).execute()
  expect((await sell(shop)).code).toBe('balance.short')
  expect([await pocket(shop), await endOf(shop)]).toEqual([1499, null])
  expect((await shop.boss.call(orders.list, {})).data.rows).toEqual([])
})

test('is refused at another price, to a blocked user, beside an open order, without an offer, at the limit', async () => {
  const shop = await buildShop()
  const { resellerId, account, plan, token } = shop
  const changed = await sell(shop, { costFen: 1499 })
  expect([changed.status, changed.code]).toEqual([409, 'order.price_changed'])
  expect((await sell(shop, { packageId: '999999' })).code).toBe('package.not_for_sale')
  const foreign = await buildAccount(db, { resellerId: (await buildShop()).resellerId })
  expect((await sell(shop, { id: foreign.id })).code).toBe('object.unknown')
  const block = (reason: string | null) =>
    db.kysely
      .updateTable('accounts')
      .set({ blockedAt: reason === null ? null : clock.now(), blockedReason: reason })
      .where('id', '=', account.id)
      .execute()
  await block('核实')
  expect((await sell(shop)).code).toBe('account.blocked')
  await block(null)
  const wish = { action: 'new' as const, packageId: plan.wireId, period: 'month' as const }
  const { quoteId } = (await call(api.packages.quote, wish, { token })).data
  const { orderId } = (await call(api.packages.buy, { quoteId, payBy: 'online', key: randomUUID() }, { token })).data
  expect((await sell(shop)).code).toBe('order.open')
  await call(api.orders.cancel, { orderId }, { token })
  expect(await pocket(shop)).toBe(10_000)
  const limit = { resellerId, usersMax: 1, usersCount: 5, atLimit: 'stop_selling' as const }
  await db.kysely
    .insertInto('resellerLimits')
    .values({ ...limit, month: '2026-01-01', checkedAt: clock.now() })
    .execute()
  expect((await sell(shop)).code).toBe('reseller.limit')
})

test("a suspended reseller sells nothing, nor does the platform's staff in its place", async () => {
  const shop = await buildShop()
  const { resellerId } = shop
  const operator = await buildStaff(made, { resellerId: null })
  const sellFor = () => operator.call(user.sell, { ...shop.input, key: randomUUID() }, { reseller: resellerId })
  const suspend = (suspendedAt: Date | null) =>
    db.kysely.updateTable('resellers').set({ suspendedAt }).where('id', '=', resellerId).execute()
  await suspend(clock.now())
  expect([(await sell(shop)).code, (await sellFor()).code]).toEqual(['reseller.suspended', 'reseller.suspended'])
  expect([await pocket(shop), await endOf(shop)]).toEqual([10_000, null])
  await suspend(null)
  expect([(await sellFor()).status, await pocket(shop)]).toEqual([200, 8500])
})

test('who paid the reseller has no receipt of what it cost the reseller; who paid here has one', async () => {
  startAtNoon()
  const shop = await buildShop()
  const { plan, account, token } = shop
  const mailbox = { email: 'buyer@mail.example', emailVerifiedAt: clock.now() }
  await db.kysely.updateTable('accounts').set(mailbox).where('id', '=', account.id).execute()
  const receipts = async () => {
    const ctx = { db, config, log: createLog('silent'), now: clock.now(), isLastAttempt: false }
    await jobs['orders.receipts'](ctx, {})
    return (await mailsOf(db, account)).flatMap(({ template, params }) => (template === 'receipt' ? [params] : []))
  }
  expect((await sell(shop)).status).toBe(200)
  expect(await receipts()).toEqual([])
  await fund(db, account, 3900)
  const wish = { action: 'renew' as const, packageId: plan.wireId, period: 'month' as const }
  const { quoteId } = (await call(api.packages.quote, wish, { token })).data
  expect((await call(api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() }, { token })).status).toBe(200)
  expect(await receipts()).toMatchObject([{ amount: '¥39.00' }])
})

test('pressed twice it sells once; pressed by many at once it spends no more than there is', async () => {
  const shop = await buildShop({ purseFen: 3200 })
  const key = randomUUID()
  const twice = await Promise.all([sell(shop, { key }), sell(shop, { key })])
  expect(new Set(twice.map(({ data }) => data.orderId)).size).toBe(1)
  expect((await sell(shop, { key, notedFen: 1 })).code).toBe('request.key_reused')
  expect(await pocket(shop)).toBe(1700)
  const many = await Promise.all(Array.from({ length: 10 }, () => sell(shop)))
  expect(many.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await pocket(shop)).toBe(200)
})

test('counts as spending: beyond 50 yuan a day it asks for the factor', async () => {
  const shop = await buildShop()
  clock.shift(11 * 60_000)
  for (let at = 0; at < 3; at += 1) expect((await sell(shop)).status).toBe(200)
  const key = randomUUID()
  expect((await sell(shop, { key })).code).toBe('staff.step_up')
  expect(await pocket(shop)).toBe(5500)
  expect((await shop.boss.call(consoleApi.factors.stepUp, { passWord: shop.boss.password })).status).toBe(200)
  expect((await sell(shop, { key })).status).toBe(200)
})
