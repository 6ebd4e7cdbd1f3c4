import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import { REFUND_GAMES } from '../../test/grid.ts'
import { checkBooks } from '../domains/books/check-books.ts'
import { confirmCommissions } from '../domains/invites/commissions.ts'
import { post } from '../domains/ledger/post.ts'
import { openAgencyOrder } from '../domains/orders/agency/open-agency.ts'
import { refundOrder } from '../domains/orders/refund-order.ts'
import { sellByHand } from '../domains/orders/sell-by-hand.ts'
import { setAsidePart } from '../domains/orders/set-aside-part.ts'
import { sell } from '../domains/orders/settle-order.ts'
import { bookOutcome } from '../domains/payments/refunds/book-refund.ts'
import { askRefund } from '../domains/payments/refunds/refund-payment.ts'
import { settlePayment } from '../domains/payments/settle-payment.ts'
import { grantPackage } from '../domains/subscriptions/grant-package.ts'
import { getSubscription } from '../domains/subscriptions/subscription-store.ts'
import { packBytesLeft, secondsLeft } from '../domains/subscriptions/subscription.ts'
import { clock } from '../platform/clock.ts'
import { inTx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { buildCoupon, buildPackage, fund, fundReseller, GB } from '../test/build/money-factories.ts'
import { buildMerchantRow } from '../test/build/own-merchant.ts'
import { buildPaymentRow } from '../test/build/payment-row.ts'
import { makeApp } from '../test/run/make-app.ts'

// Every way to sell, at odd amounts, and its money back in parts of any size.
const { call, db, config } = await makeApp()
const shared = await buildMerchantRow({ db, config }, null)
const ctx = () => ({ db, now: clock.now(), config, log: createLog('silent'), isLastAttempt: false })
const ACTOR = 'operator:test'
const LATER_FEN = 50_000
let nextReseller = 9600

beforeEach(() => clock.reset())

const sales = fc.record({
  by: fc.constantFrom('balance', 'shared', 'own', 'part', 'own part', 'hand'),
  goods: fc.constantFrom('plan', 'plan', 'pack', 'fee'),
  retailFen: fc.integer({ min: 2, max: 9999 }),
  wholesalePercent: fc.integer({ min: 1, max: 100 }),
  commissionPercent: fc.nat(100),
  isConfirmed: fc.boolean(),
  couponPercent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90 })),
  partPercent: fc.integer({ min: 1, max: 99 }),
  /** What the reseller's own merchant had taken before, and what the reseller has: with nothing it sells on credit. */
  takenFen: fc.oneof(fc.constant(0), fc.nat(9999)),
  hasFen: fc.oneof(fc.constant(0), fc.nat(9999)),
  /** The reseller spends what it has before the money goes back. */
  isSpent: fc.boolean(),
})
type Sale = typeof sales extends fc.Arbitrary<infer S> ? S : never
/** In thousandths of the price; the last part is what is left. */
const cuts = fc.array(fc.record({ share: fc.integer({ min: 1, max: 400 }), isRefused: fc.boolean() }), { maxLength: 5 })

async function openShop(wish: Sale) {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const terms = { creditLimitFen: 100_000, commissionPercent: wish.commissionPercent }
  await db.kysely.updateTable('resellers').set(terms).where('id', '=', resellerId).execute()
  const inviter = await buildAccount(db, { resellerId })
  const account = await buildAccount(db, { resellerId })
  await db.kysely.updateTable('accounts').set({ inviterId: inviter.id }).where('id', '=', account.id).execute()
  await fund(db, account, LATER_FEN)
  if (wish.takenFen > 0) await fund(db, account, wish.takenFen, 'own')
  const hasFen = wish.by === 'hand' ? 10_000 + wish.hasFen : wish.hasFen
  if (hasFen > 0) await fundReseller(db, resellerId, hasFen)
  const { id: merchantId } = await buildMerchantRow({ db, config }, resellerId)
  return { resellerId, accountId: account.id, merchantId, token: await buildSession(db, account) }
}
type Shop = Awaited<ReturnType<typeof openShop>>
type Sold = { orderId: string; outTradeNo: string | null }
const ownerOf = ({ resellerId, accountId }: Shop) => ({ resellerId, accountId })

/** Every balance of the reseller and its users, and what the platform and the world have. */
async function balancesOf({ resellerId }: Shop): Promise<Record<string, number>> {
  const rows = await db.query<{ code: string; fen: number }>({
    name: 'test.balances',
    text: `select case when reseller_id is null then kind else code end as code, sum(balance_fen)::bigint as fen
      from ledger_accounts where reseller_id = $1 or reseller_id is null group by 1 having sum(balance_fen) <> 0`,
    values: [resellerId],
  })
  return Object.fromEntries(rows.map(({ code, fen }) => [code, fen]))
}

/** A pack needs a package to go on top of; this one cost nobody anything. */
async function beginFree(shop: Shop): Promise<void> {
  const { id: packageId } = await buildPackage(db, { resellerId: shop.resellerId })
  const free = { paid: { paidFen: 0, wholesaleFen: 0 }, by: null }
  await inTx(ctx(), (tx) => grantPackage(tx, ownerOf(shop), { packageId, period: 'once' }, free))
}

async function order(shop: Shop, wish: Sale): Promise<string> {
  const wholesaleFen = Math.ceil((wish.retailFen * wish.wholesalePercent) / 100)
  const isPack = wish.goods === 'pack' && wish.by !== 'hand'
  if (isPack) await beginFree(shop)
  const period = isPack ? ('once' as const) : ('month' as const)
  const { resellerId, token } = shop
  const prices = { [period]: { retailFen: wish.retailFen, wholesaleFen } }
  const size = { kind: isPack ? ('pack' as const) : ('plan' as const), trafficBytes: 10 * GB + 1 }
  const made = await buildPackage(db, { resellerId, prices, ...size })
  if (wish.by === 'hand') {
    const sale = { ...ownerOf(shop), packageId: made.id, period, costFen: wholesaleFen, notedFen: wish.retailFen }
    return (await inTx(ctx(), (tx) => sellByHand(tx, sale, ACTOR))).orderId
  }
  const action = isPack ? ('pack' as const) : ('new' as const)
  const coupon =
    wish.couponPercent > 0 ? { coupon: (await buildCoupon(db, { resellerId, percent: wish.couponPercent })).code } : {}
  const quoted = await call(api.packages.quote, { action, packageId: made.wireId, period, ...coupon }, { token })
  expect(quoted.status, quoted.text).toBe(200)
  const payBy = wish.by === 'balance' ? ('balance' as const) : ('online' as const)
  const bought = await call(api.packages.buy, { quoteId: quoted.data.quoteId, payBy, key: randomUUID() }, { token })
  expect(bought.status, bought.text).toBe(200)
  return bought.data.orderId
}

/** The fee of an agency, which only the balance and the platform's merchant take here. */
async function orderFee(shop: Shop, { retailFen: feeFen, by }: Sale): Promise<string> {
  const detail = { name: `蓝鲸网络${shop.resellerId}`, contact: 'wx: blue-whale' }
  return inTx(ctx(), async (tx) => {
    const { orderId } = await openAgencyOrder(tx, ownerOf(shop), { feeFen, detail })
    if (by === 'balance') await sell(tx, { resellerId: shop.resellerId, orderId, source: { kind: 'balance' } })
    return orderId
  })
}

async function buy(shop: Shop, wish: Sale): Promise<Sold> {
  const isFee = wish.goods === 'fee'
  const by = isFee && wish.by !== 'balance' ? 'shared' : wish.by
  const orderId = isFee ? await orderFee(shop, { ...wish, by }) : await order(shop, wish)
  if (by === 'balance' || by === 'hand') return { orderId, outTradeNo: null }
  const { totalFen } = await loadOrder(orderId)
  const balanceFen = by.endsWith('part') ? Math.floor((totalFen * wish.partPercent) / 100) : 0
  const isOwnMerchant = by.startsWith('own')
  const merchantId = isOwnMerchant ? shop.merchantId : shared.id
  const amountFen = totalFen - balanceFen
  const paying = { ...ownerOf(shop), orderId, amountFen, balanceFen, merchantId, isOwnMerchant }
  const { id, outTradeNo } = await buildPaymentRow(db, isFee ? { ...paying, purpose: 'agency' } : paying, clock.now())
  if (balanceFen > 0) await inTx(ctx(), (tx) => setAsidePart(tx, { ...paying, id }))
  await settlePayment(ctx(), id, { tradeNo: `T${id}`, amountFen })
  return { orderId, outTradeNo }
}

const loadOrder = (orderId: string) =>
  db.kysely.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()

/** The reseller takes out what it has, and pays it in again when all is refunded. */
async function takeOut({ resellerId }: Shop, amountFen: number): Promise<void> {
  const legs = [
    { kind: 'reseller', resellerId, amountFen: -amountFen },
    { kind: 'outside', resellerId: null, amountFen },
  ] as const
  const entry = { key: `test:${randomUUID()}`, kind: 'adjustment', resellerId, legs } as const
  await inTx(ctx(), (tx) => post(tx, entry))
}

type Part = { fen: number | null; isRefused: boolean }

/** Parts of whole fen, as long as something is left; the last is the rest. */
function cutUp(totalFen: number, split: readonly { share: number; isRefused: boolean }[]): Part[] {
  const parts: Part[] = []
  let leftFen = totalFen
  for (const { share, isRefused } of split) {
    const fen = Math.ceil((totalFen * share) / 1000)
    if (fen >= leftFen) break
    leftFen -= fen
    parts.push({ fen, isRefused })
  }
  return [...parts, { fen: null, isRefused: false }]
}

/** Parts of an online payment are all asked for before the gateway answers, the last question first. */
async function refund(shop: Shop, { orderId, outTradeNo }: Sold, parts: readonly Part[], look: () => Promise<void>) {
  const { resellerId } = shop
  if (outTradeNo === null) {
    for (const { fen, isRefused } of parts) {
      const { totalFen, refundedFen } = await loadOrder(orderId)
      const amountFen = fen ?? totalFen - refundedFen
      if (isRefused || amountFen === 0) continue
      await refundOrder(ctx(), { resellerId, orderId, amountFen, key: randomUUID(), operator: ACTOR })
      await look()
    }
    return
  }
  const asked = []
  for (const { fen, isRefused } of parts.slice(0, -1)) {
    asked.push({ row: await askRefund(ctx(), { outTradeNo, amountFen: fen, reason: 'test' }, ACTOR), isRefused })
  }
  for (const { row, isRefused } of asked.toReversed()) {
    await inTx(ctx(), (tx) => bookOutcome(tx, row, isRefused ? 'refused' : 'done'))
    await look()
  }
  const rest = await askRefund(ctx(), { outTradeNo, amountFen: null, reason: 'test' }, ACTOR)
  await inTx(ctx(), (tx) => bookOutcome(tx, rest, 'done'))
  await look()
}

type Order = Awaited<ReturnType<typeof loadOrder>>
type Balances = Record<string, number>
/** What the sale has left on a kind of account. */
const gainOf = (kind: string, now: Balances, before: Balances) => {
  const sum = (all: Balances) =>
    Object.entries(all).reduce((fen, [code, own]) => fen + (code.split(':', 1)[0] === kind ? own : 0), 0)
  return sum(now) - sum(before)
}

/** What is kept of a leg is its share of the price rounded up: what rounding takes, the reseller pays. */
function expectShare(name: string, keptFen: number, legFen: number, { totalFen, refundedFen }: Order): void {
  const leftFen = totalFen - refundedFen
  expect(keptFen * totalFen, `${name}: nobody gives back more than the share`).toBeGreaterThanOrEqual(legFen * leftFen)
  expect((keptFen - 1) * totalFen, `${name}: nor a fen less than it`).toBeLessThan(legFen * leftFen)
}

/** No more time or traffic is left than the money that is left has bought. */
async function serviceOf(shop: Shop): Promise<{ seconds: number; packBytes: number }> {
  const subscription = await getSubscription({ db }, ownerOf(shop))
  return { seconds: secondsLeft(subscription, clock.now()), packBytes: packBytesLeft(subscription) }
}

async function play(wish: Sale, split: readonly { share: number; isRefused: boolean }[]): Promise<void> {
  clock.reset()
  const shop = await openShop(wish)
  const before = await balancesOf(shop)
  const sold = await buy(shop, wish)
  const first = await loadOrder(sold.orderId)
  const { totalFen, wholesaleFen, commissionFen } = first
  const mostFen = Math.min(Math.max(0, totalFen - wholesaleFen), (totalFen * wish.commissionPercent) / 100)
  expect(commissionFen, 'out of the margin, and rounded down').toBe(Math.floor(mostFen))
  if (wish.isConfirmed) {
    clock.shift(limits.commissionConfirmMs)
    await confirmCommissions(ctx())
  }
  const after = await balancesOf(shop)
  const releasedFen = gainOf('liability', after, before)
  const had = await serviceOf(shop)
  // Who may owe nothing any more still gives back what it earned.
  await db.kysely.updateTable('resellers').set({ creditLimitFen: 0 }).where('id', '=', shop.resellerId).execute()
  const spentFen = wish.isSpent ? (after[`reseller:${shop.resellerId}`] ?? 0) : 0
  if (spentFen > 0) await takeOut(shop, spentFen)
  const look = async () => {
    const order = await loadOrder(sold.orderId)
    const now = await balancesOf(shop)
    const commission = gainOf('commission', now, before) + gainOf('commission_pending', now, before)
    expectShare('wholesale', gainOf('platform', now, before), wholesaleFen, order)
    expectShare('commission', commission, commissionFen, order)
    expectShare('liability', gainOf('liability', now, before), releasedFen, order)
    const left = await serviceOf(shop)
    const leftFen = BigInt(totalFen - order.refundedFen)
    expect(BigInt(left.seconds) * BigInt(totalFen)).toBeLessThanOrEqual(BigInt(had.seconds) * leftFen)
    expect(BigInt(left.packBytes) * BigInt(totalFen)).toBeLessThanOrEqual(BigInt(had.packBytes) * leftFen)
  }
  await refund(shop, sold, cutUp(totalFen, split), look)
  if (spentFen > 0) await takeOut(shop, -spentFen)
  expect(await balancesOf(shop), 'each leg ends where it began').toEqual(before)
}

test('M8, M20: any split of refunds, in any order, ends each leg of the sale at exactly 0', async () => {
  await fc.assert(fc.asyncProperty(sales, cuts, play), REFUND_GAMES)
  expect((await checkBooks(db)).problems).toEqual([])
})
