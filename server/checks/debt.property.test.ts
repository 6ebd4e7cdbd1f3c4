import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import { LIMIT_GAMES } from '../../test/grid.ts'
import { buyCardBatch } from '../domains/cards/buy-card-batch.ts'
import { reserveForBulk } from '../domains/gifts/bulk-reserve.ts'
import { giveGift } from '../domains/gifts/give-gift.ts'
import { adjustBalance } from '../domains/ledger/adjust-balance.ts'
import { loadBalanceFen } from '../domains/ledger/load-balance.ts'
import { post } from '../domains/ledger/post.ts'
import { sellByHand } from '../domains/orders/sell-by-hand.ts'
import { getPayableOrder } from '../domains/orders/settle-order.ts'
import { settlePayment } from '../domains/payments/settle-payment.ts'
import { askPayout } from '../domains/payouts/ask-payout.ts'
import { setPayee } from '../domains/resellers/payee-account.ts'
import { clock } from '../platform/clock.ts'
import { inTx } from '../platform/context.ts'
import { Refusal } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { buildCoupon, buildPackage, fund } from '../test/build/money-factories.ts'
import { buildMerchantRow } from '../test/build/own-merchant.ts'
import { buildPaymentRow } from '../test/build/payment-row.ts'
import { checkBooksAfterEach } from '../test/look/books.ts'
import { makeApp } from '../test/run/make-app.ts'

// A reseller with a fen less than it needs, with exactly that, and with a fen more.
const { call, db, config } = await makeApp()
checkBooksAfterEach(db)
const shared = await buildMerchantRow({ db, config }, null)
const ctx = () => ({ db, now: clock.now(), config, log: createLog('silent'), isLastAttempt: false })
const ACTOR = 'staff:1'
const SHORT = ['reseller.short', 'balance.short', 'payout.too_much']
let nextReseller = 9800

beforeEach(() => clock.reset())

const amounts = fc.record({
  wholesaleFen: fc.integer({ min: 2, max: 9999 }),
  marginFen: fc.nat(9999),
  commissionPercent: fc.nat(100),
  debtFen: fc.integer({ min: 1, max: 9999 }),
  days: fc.integer({ min: 1, max: 40 }),
  count: fc.integer({ min: 1, max: 3 }),
  couponPercent: fc.integer({ min: 51, max: 99 }),
})
type Amounts = typeof amounts extends fc.Arbitrary<infer A> ? A : never

async function openShop(drawn: Amounts) {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const inviter = await buildAccount(db, { resellerId })
  const account = await buildAccount(db, { resellerId })
  await db.kysely.updateTable('accounts').set({ inviterId: inviter.id }).where('id', '=', account.id).execute()
  await setTerms(resellerId, { commissionPercent: drawn.commissionPercent })
  const retailFen = drawn.wholesaleFen + drawn.marginFen
  const prices = { month: { retailFen, wholesaleFen: drawn.wholesaleFen } }
  const plan = await buildPackage(db, { resellerId, prices })
  return { ...drawn, resellerId, account, plan, retailFen, token: await buildSession(db, account) }
}
type Shop = Awaited<ReturnType<typeof openShop>>
const ownerOf = ({ resellerId, account }: Shop) => ({ resellerId, accountId: account.id })

const setTerms = (resellerId: number, terms: { creditLimitFen?: number; commissionPercent?: number }) =>
  db.kysely.updateTable('resellers').set(terms).where('id', '=', resellerId).execute()

/** What it has, less what it owes. */
async function positionOf({ resellerId }: Shop): Promise<number> {
  const [hasFen, owesFen] = await Promise.all([
    loadBalanceFen({ db }, { kind: 'reseller', resellerId }),
    loadBalanceFen({ db }, { kind: 'receivable', resellerId }),
  ])
  return hasFen + owesFen
}

/** Sees to it that the reseller has this, or owes it, whatever it earned before. */
async function setPosition(shop: Shop, fen: number): Promise<void> {
  const { resellerId } = shop
  const amountFen = fen - (await positionOf(shop))
  const legs = [
    { kind: 'reseller', resellerId, amountFen, mayOwe: 'beyond_limit' },
    { kind: 'outside', resellerId: null, amountFen: -amountFen },
  ] as const
  const entry = { key: `test:${randomUUID()}`, kind: 'adjustment', resellerId, legs } as const
  await inTx(ctx(), (tx) => post(tx, entry))
}

const isDone = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && SHORT.includes(error.code)) return false
      throw error
    },
  )

async function order({ plan, token }: Shop, payBy: 'balance' | 'online', action: 'new' | 'renew', coupon?: string) {
  const wish = { action, packageId: plan.wireId, period: 'month' as const, ...(coupon ? { coupon } : {}) }
  const { quoteId } = (await call(api.packages.quote, wish, { token })).data
  const bought = await call(api.packages.buy, { quoteId, payBy, key: randomUUID() }, { token })
  if (bought.status !== 200) expect(SHORT).toContain(bought.code)
  return bought.status === 200 ? bought.data : null
}

/** Whether the order was sold; what it must not be sold for goes to the balance, and nobody is asked to pay it. */
async function payOnline(shop: Shop, merchantOwner: 'platform' | 'reseller', coupon?: string): Promise<boolean> {
  const { orderId, amountFen } = (await order(shop, 'online', 'new', coupon))!
  const isOwnMerchant = merchantOwner === 'reseller'
  const merchantId = isOwnMerchant ? (await buildMerchantRow({ db, config }, shop.resellerId)).id : shared.id
  const mayPay = await isDone(getPayableOrder(ctx(), { ...ownerOf(shop), orderId, merchantOwner }))
  const paying = { ...ownerOf(shop), orderId, amountFen, merchantId, isOwnMerchant }
  const { id } = await buildPaymentRow(db, paying, clock.now())
  await settlePayment(ctx(), id, { tradeNo: `T${id}`, amountFen })
  const paid = db.kysely.selectFrom('payments').select('creditedTo').where('id', '=', id)
  const { creditedTo } = await paid.executeTakeFirstOrThrow()
  expect(mayPay, 'is asked for the money only if it can be sold').toBe(creditedTo === 'order')
  return creditedTo === 'order'
}

const commissionOf = ({ retailFen, marginFen, commissionPercent }: Shop) =>
  Math.min(marginFen, Math.floor((retailFen * commissionPercent) / 100))
const saleFen = (shop: Shop) => shop.wholesaleFen + commissionOf(shop)

/** `needs`: what it takes of the reseller; `does`: whether it was done. */
type Action = {
  needs: (shop: Shop) => number
  prepare?: (shop: Shop) => Promise<unknown>
  does: (shop: Shop) => Promise<boolean>
}

const onCredit: Record<string, Action> = {
  'a sale from a balance that its own merchant took': {
    needs: saleFen,
    prepare: (shop) => fund(db, shop.account, shop.retailFen, 'own'),
    does: async (shop) => (await order(shop, 'balance', 'new')) !== null,
  },
  'a renewal from such a balance': {
    needs: saleFen,
    async prepare(shop) {
      await fund(db, shop.account, shop.retailFen)
      expect(await order(shop, 'balance', 'new')).not.toBeNull()
      await fund(db, shop.account, shop.retailFen, 'own')
    },
    does: async (shop) => (await order(shop, 'balance', 'renew')) !== null,
  },
  'a payment at its own merchant': { needs: saleFen, does: (shop) => payOnline(shop, 'reseller') },
  'a sale below wholesale, for its coupon': {
    needs: ({ wholesaleFen, couponPercent }) => Math.floor((wholesaleFen * couponPercent) / 100),
    async prepare(shop) {
      const offer = db.kysely.updateTable('packageOffers').set({ retailFen: shop.wholesaleFen })
      await offer.where('resellerId', '=', shop.resellerId).execute()
    },
    async does(shop) {
      const { resellerId, couponPercent: percent } = shop
      return payOnline(shop, 'platform', (await buildCoupon(db, { resellerId, percent })).code)
    },
  },
}

const inDays = ({ wholesaleFen, days }: Shop) => Math.ceil((wholesaleFen * days) / 30)
const fromBalance: Record<string, Action> = {
  'a sale by hand': {
    needs: ({ wholesaleFen }) => wholesaleFen,
    does(shop) {
      const { plan, wholesaleFen: costFen } = shop
      const sale = { ...ownerOf(shop), packageId: plan.id, period: 'month' as const, costFen, notedFen: null }
      return isDone(inTx(ctx(), (tx) => sellByHand(tx, sale, ACTOR)))
    },
  },
  'days as a gift': {
    needs: inDays,
    async prepare(shop) {
      await setPosition(shop, shop.wholesaleFen)
      const { plan, wholesaleFen: costFen } = shop
      const sale = { ...ownerOf(shop), packageId: plan.id, period: 'month' as const, costFen, notedFen: null }
      await inTx(ctx(), (tx) => sellByHand(tx, sale, ACTOR))
    },
    does(shop) {
      const wish = { kind: 'days' as const, days: shop.days }
      return isDone(giveGift(ctx(), { ...ownerOf(shop), wish, paidBy: 'reseller', key: randomUUID() }, ACTOR))
    },
  },
  'a batch of card keys': {
    needs: (shop) => inDays(shop) * shop.count,
    does({ resellerId, plan, days: value, count }) {
      const wanted = { resellerId, kind: 'days' as const, packageId: plan.id, value, count }
      return isDone(buyCardBatch(ctx(), { ...wanted, expiresAt: null, key: randomUUID() }, ACTOR))
    },
  },
  'a reserve for bulk work': {
    needs: ({ marginFen }) => marginFen + 1,
    does({ resellerId, marginFen }) {
      const reserving = { resellerId, bulkId: randomUUID(), amountFen: marginFen + 1, paidBy: 'reseller' as const }
      return isDone(reserveForBulk(ctx(), reserving, ACTOR))
    },
  },
  'a correction': {
    needs: ({ marginFen }) => marginFen + 1,
    does({ resellerId, marginFen }) {
      const owner = { resellerId, accountId: null }
      const taken = { owner, how: 'taken' as const, amountFen: marginFen + 1, reason: '更正', key: randomUUID() }
      return isDone(adjustBalance(ctx(), taken, 'operator:test'))
    },
  },
  'a payout': {
    needs: ({ marginFen }) => limits.payoutMinFen + marginFen,
    async prepare({ resellerId }) {
      await setPayee(ctx(), resellerId, { method: 'alipay', account: 'boss@example.com', name: '王小明' }, ACTOR)
      clock.shift(limits.payeeRestMs)
    },
    does: ({ resellerId, marginFen }) =>
      isDone(askPayout(ctx(), { resellerId, amountFen: limits.payoutMinFen + marginFen }, ACTOR)),
  },
}

const NEAR = [-1, 0, 1]
type Start = { has: (needs: number, drawn: Amounts) => number; limit: (needs: number, drawn: Amounts) => number }

/** Does it from a position and a limit, and looks at what the reseller has then. */
async function tryFrom({ needs, prepare, does }: Action, drawn: Amounts, start: Start): Promise<boolean> {
  clock.reset()
  const shop = await openShop(drawn)
  await prepare?.(shop)
  const needFen = needs(shop)
  const hasFen = start.has(needFen, drawn)
  await setPosition(shop, hasFen)
  await setTerms(shop.resellerId, { creditLimitFen: start.limit(needFen, drawn) })
  const done = await does(shop)
  expect(await positionOf(shop), 'it pays for all of it or for nothing').toBe(done ? hasFen - needFen : hasFen)
  return done
}

const run = (check: (drawn: Amounts) => Promise<void>) => fc.assert(fc.asyncProperty(amounts, check), LIMIT_GAMES)

test.each(Object.keys(onCredit))('%s goes to the last fen of the credit limit, also in debt', (name) =>
  run(async (drawn) => {
    for (const more of NEAR) {
      const limit = (needs: number, { debtFen }: Amounts) => debtFen + needs + more
      const done = await tryFrom(onCredit[name]!, drawn, { has: (_needs, { debtFen }) => -debtFen, limit })
      expect(done, `${more} fen more than is needed`).toBe(more >= 0)
    }
  }),
)

test.each(Object.keys(fromBalance))('%s goes to the last fen of the balance, and never into debt', (name) =>
  run(async (drawn) => {
    const limit = (needs: number) => 2 * needs + 20_000
    for (const more of NEAR) {
      const done = await tryFrom(fromBalance[name]!, drawn, { has: (needs) => Math.max(0, needs + more), limit })
      expect(done, `${more} fen more than is needed`).toBe(more >= 0)
    }
    const inDebt = { has: (_needs: number, { debtFen }: Amounts) => -debtFen, limit }
    expect(await tryFrom(fromBalance[name]!, drawn, inDebt), 'in debt').toBe(false)
  }),
)

test('what a reseller earns beyond its limit pays its debt first', () =>
  run(async (drawn) => {
    const shop = await openShop(drawn)
    await setPosition(shop, -drawn.debtFen)
    expect(await payOnline(shop, 'platform')).toBe(true)
    expect(await positionOf(shop)).toBe(shop.marginFen - commissionOf(shop) - drawn.debtFen)
    const { resellerId } = shop
    const sides = [
      await loadBalanceFen({ db }, { kind: 'reseller', resellerId }),
      await loadBalanceFen({ db }, { kind: 'receivable', resellerId }),
    ]
    expect(sides).toContain(0)
  }))
