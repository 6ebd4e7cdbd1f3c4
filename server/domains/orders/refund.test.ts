import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/errors.ts'
import { createLog } from '../../platform/log.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildPackage, fund, fundReseller, GB } from '../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import type { LedgerKind } from '../ledger/ledger-kinds.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { post, type Leg } from '../ledger/post.ts'
import { applyRefund, refundOrder } from './refund-order.ts'
import { sell, type SettleSource } from './settle-order.ts'

const { call, db, config } = await makeApp()
checkBooksAfterEach(db)
const log = createLog('silent')
let nextReseller = 3000

beforeEach(() => clock.reset())

const ctxNow = () => ({ now: clock.now(), config, log })

async function buildBuyer({ isInvited = false } = {}) {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const inviter = await buildAccount(db, { resellerId })
  const account = await buildAccount(db, { resellerId })
  if (isInvited) {
    await db.kysely.updateTable('accounts').set({ inviterId: inviter.id }).where('id', '=', account.id).execute()
  }
  await fund(db, account, 10_000)
  const prices = { month: { retailFen: 3000, wholesaleFen: 1800 }, quarter: { retailFen: 8000, wholesaleFen: 5000 } }
  const plan = await buildPackage(db, { resellerId, prices })
  return { resellerId, account, inviter, token: await buildSession(db, account), plan }
}
type Buyer = Awaited<ReturnType<typeof buildBuyer>>
type PurchaseChoice = { action?: 'new' | 'renew' | 'upgrade' | 'pack'; period?: 'month' | 'once'; packageId?: string }

const throughMerchant = (merchantOwner: 'platform' | 'reseller'): SettleSource => ({
  kind: 'payment',
  paymentId: randomUUID(),
  merchantOwner,
  amountFen: 3000,
})

async function purchase(
  buyer: Buyer,
  source: SettleSource = { kind: 'balance' },
  wish: PurchaseChoice = {},
): Promise<string> {
  const { token, plan, resellerId } = buyer
  const input = { action: 'new' as const, packageId: plan.wireId, period: 'month' as const, ...wish }
  const { quoteId } = (await call(api.packages.quote, input, { token })).data
  const bought = await call(api.packages.buy, { quoteId, payBy: 'online', key: randomUUID() }, { token })
  expect(bought.status, bought.text).toBe(200)
  const { orderId, needsPayment } = bought.data
  if (needsPayment) {
    const settled = await inTransaction(db, (tx) => sell({ ...ctxNow(), db: tx }, { resellerId, orderId, source }))
    expect(settled).toEqual({ creditedTo: 'order' })
  }
  return orderId
}

const refund = (
  { resellerId }: { resellerId: number },
  orderId: string,
  amountFen: number,
  key: string = randomUUID(),
) => refundOrder({ ...ctxNow(), db }, { resellerId, orderId, amountFen, key, operator: 'operator:test' })
const bookRefund = ({ resellerId }: Buyer, orderId: string, amountFen: number) =>
  inTransaction(db, (tx) => applyRefund({ ...ctxNow(), db: tx }, { resellerId, orderId, amountFen, key: randomUUID() }))
const fenOf = (kind: LedgerKind, { resellerId, account, inviter }: Buyer) => {
  const accountId = { user: account.id, commission: inviter.id, commission_pending: inviter.id }[kind as string]
  return loadBalanceFen(
    { db },
    { kind, resellerId: kind === 'platform' ? null : resellerId, ...(accountId ? { accountId } : {}) },
  )
}
const infoOf = async ({ token, resellerId }: Buyer) =>
  (await call(api.accounts.info, { dailiKey: resellerId }, { token })).data
const orderOf = async ({ token }: Buyer, orderId: string) =>
  (await call(api.orders.detail, { orderId }, { token })).data
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

describe('to the balance', () => {
  test('a full refund undoes the sale and ends the package', async () => {
    const buyer = await buildBuyer()
    const platform = await fenOf('platform', buyer)
    const orderId = await purchase(buyer)
    expect(await refund(buyer, orderId, 3000)).toEqual({ refundedFen: 3000, leftFen: 0 })
    expect([await fenOf('user', buyer), await fenOf('reseller', buyer)]).toEqual([10_000, 0])
    expect(await fenOf('platform', buyer)).toBe(platform)
    expect((await infoOf(buyer)).state).toBe('expired')
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: 'refunded', refundedFen: 3000 })
    const audit = await db.kysely.selectFrom('auditLog').selectAll().where('subject', '=', `order:${orderId}`).execute()
    expect(audit).toMatchObject([{ actor: 'operator:test', action: 'order.refunded', resellerId: buyer.resellerId }])
  })

  test('a partial refund returns that part of everything and shortens the time by the same share', async () => {
    const buyer = await buildBuyer()
    const orderId = await purchase(buyer)
    const before = Date.parse((await infoOf(buyer)).expiresAt!)
    const leftMs = before - clock.now().getTime()
    await refund(buyer, orderId, 1000)
    expect([await fenOf('user', buyer), await fenOf('reseller', buyer)]).toEqual([8000, 800])
    const taken = before - Date.parse((await infoOf(buyer)).expiresAt!)
    expect(Math.abs(taken - leftMs / 3)).toBeLessThan(10_000)
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: 'refunded', refundedFen: 1000 })
    await refund(buyer, orderId, 2000)
    expect([await fenOf('user', buyer), await fenOf('reseller', buyer)]).toEqual([10_000, 0])
    expect((await infoOf(buyer)).state).toBe('expired')
  })

  test('M8: never more than was paid, one by one or at once', async () => {
    const buyer = await buildBuyer()
    const orderId = await purchase(buyer)
    for (const amount of [0, -1, 0.5, 3001, 1e15, Number.NaN]) {
      expect(await codeOf(refund(buyer, orderId, amount)), String(amount)).toBe('refund.too_much')
    }
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(refund(buyer, orderId, 2000))))
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(await fenOf('user', buyer)).toBe(9000)
    expect(await codeOf(refund(buyer, orderId, 1001))).toBe('refund.too_much')
    expect(await codeOf(refund(buyer, orderId, 1000))).toBeNull()
  })

  test('the same refund reported again counts once', async () => {
    const buyer = await buildBuyer()
    const orderId = await purchase(buyer)
    await Promise.all(Array.from({ length: 5 }, () => refund(buyer, orderId, 1000, 'request-1')))
    expect(await fenOf('user', buyer)).toBe(8000)
    expect((await orderOf(buyer, orderId)).refundedFen).toBe(1000)
  })

  test('refuses orders that are unpaid, unknown, of another reseller or paid online', async () => {
    const [buyer, other] = [await buildBuyer(), await buildBuyer()]
    const orderId = await purchase(buyer)
    expect(await codeOf(refund(other, orderId, 1))).toBe('object.unknown')
    expect(await codeOf(refund(buyer, randomUUID(), 1))).toBe('object.unknown')
    const online = await purchase(other, throughMerchant('platform'))
    expect(await codeOf(refund(other, online, 1))).toBe('refund.too_much')
  })
})

describe('to where the payment came from', () => {
  test('through the platform: the reseller gives its margin back, and owes what it has spent', async () => {
    const buyer = await buildBuyer()
    const orderId = await purchase(buyer, throughMerchant('platform'))
    const spend: Leg[] = [
      { kind: 'reseller', resellerId: buyer.resellerId, amountFen: -1000 },
      { kind: 'platform', resellerId: null, amountFen: 1000 },
    ]
    const entry = { key: `test:${orderId}`, kind: 'adjustment' as const, resellerId: buyer.resellerId, legs: spend }
    await inTransaction(db, (tx) => post({ db: tx, now: clock.now() }, entry))
    await bookRefund(buyer, orderId, 3000)
    expect([await fenOf('user', buyer), await fenOf('reseller', buyer), await fenOf('receivable', buyer)]).toEqual([
      10_000, 0, -1000,
    ])
  })

  test('through its own merchant: only wholesale comes back, because the price was never in the books', async () => {
    const buyer = await buildBuyer()
    await fundReseller(db, buyer.resellerId, 5000)
    const orderId = await purchase(buyer, throughMerchant('reseller'))
    expect(await fenOf('reseller', buyer)).toBe(3200)
    await bookRefund(buyer, orderId, 1500)
    expect([await fenOf('reseller', buyer), await fenOf('user', buyer), await fenOf('liability', buyer)]).toEqual([
      4100, 10_000, 0,
    ])
  })

  test('a released liability is owed again', async () => {
    const buyer = await buildBuyer()
    await fund(db, buyer.account, 3000, 'own')
    await fundReseller(db, buyer.resellerId, 5000)
    const orderId = await purchase(buyer)
    expect([await fenOf('liability', buyer), await fenOf('reseller', buyer)]).toEqual([0, 3200])
    await refund(buyer, orderId, 3000)
    expect([await fenOf('liability', buyer), await fenOf('reseller', buyer), await fenOf('user', buyer)]).toEqual([
      -3000, 5000, 13_000,
    ])
  })
})

describe('commission', () => {
  const commissionOf = async (orderId: string) =>
    db.kysely.selectFrom('commissions').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow()

  test('is fixed at the sale, shrinks with refunds and is void in the end', async () => {
    const buyer = await buildBuyer({ isInvited: true })
    const orderId = await purchase(buyer)
    expect(await commissionOf(orderId)).toMatchObject({ amountFen: 300, state: 'pending', inviterId: buyer.inviter.id })
    expect([await fenOf('commission_pending', buyer), await fenOf('reseller', buyer)]).toEqual([300, 900])
    await refund(buyer, orderId, 1000)
    expect([await fenOf('commission_pending', buyer), await fenOf('reseller', buyer)]).toEqual([200, 600])
    await refund(buyer, orderId, 2000)
    expect([await fenOf('commission_pending', buyer), await fenOf('reseller', buyer)]).toEqual([0, 0])
    expect(await commissionOf(orderId)).toMatchObject({ amountFen: 0, state: 'void' })
  })

  test("if confirmed and spent, is the reseller's loss", async () => {
    const buyer = await buildBuyer({ isInvited: true })
    const orderId = await purchase(buyer)
    const { resellerId, inviter } = buyer
    const move = (kind: 'commission' | 'user', from: 'commission_pending' | 'commission', amountFen: number) =>
      inTransaction(db, (tx) =>
        post(
          { db: tx, now: clock.now() },
          {
            key: `test:${randomUUID()}`,
            kind: 'adjustment',
            resellerId,
            legs: [
              { kind: from, resellerId, accountId: inviter.id, amountFen: -amountFen },
              { kind, resellerId, accountId: inviter.id, amountFen },
            ],
          },
        ),
      )
    await move('commission', 'commission_pending', 300)
    await move('user', 'commission', 250)
    await db.kysely.updateTable('commissions').set({ state: 'confirmed' }).where('orderId', '=', orderId).execute()
    await refund(buyer, orderId, 3000)
    expect([
      await fenOf('commission', buyer),
      await fenOf('reseller', buyer),
      await fenOf('receivable', buyer),
    ]).toEqual([0, 0, -250])
    expect(await fenOf('user', buyer)).toBe(10_000)
  })

  test('comes from the margin and never exceeds it', async () => {
    const buyer = await buildBuyer({ isInvited: true })
    await db.kysely
      .updateTable('ownPrices')
      .set({ wholesaleFen: 2900 })
      .where('packageId', '=', buyer.plan.id)
      .where('period', '=', 'month')
      .execute()
    await purchase(buyer)
    expect([await fenOf('commission_pending', buyer), await fenOf('reseller', buyer)]).toEqual([100, 0])
  })
})

describe('what was bought', () => {
  test('a pack loses the unused part of the refunded share', async () => {
    const buyer = await buildBuyer()
    await purchase(buyer)
    const { resellerId } = buyer
    const pack = await buildPackage(db, { resellerId, kind: 'pack', trafficBytes: 10 * GB, prices: { once: 1000 } })
    const wish = { action: 'pack', packageId: pack.wireId, period: 'once' } as const
    const orderId = await purchase(buyer, { kind: 'balance' }, wish)
    await refund(buyer, orderId, 500)
    expect((await infoOf(buyer)).totalBytes).toBe(105 * GB)
    await db.kysely
      .updateTable('subscriptions')
      .set({ usedBytes: 103 * GB })
      .where('resellerId', '=', resellerId)
      .execute()
    await refund(buyer, orderId, 500)
    expect((await infoOf(buyer)).totalBytes).toBe(103 * GB)
  })

  test('a refunded upgrade keeps what the old package had paid for', async () => {
    const buyer = await buildBuyer()
    await purchase(buyer)
    const big = await buildPackage(db, { resellerId: buyer.resellerId, prices: { month: 5000 } })
    const orderId = await purchase(buyer, { kind: 'balance' }, { action: 'upgrade', packageId: big.wireId })
    const { totalFen } = await orderOf(buyer, orderId)
    expect(totalFen).toBeGreaterThanOrEqual(2000)
    expect(totalFen).toBeLessThan(2010)
    const leftMs = Date.parse((await infoOf(buyer)).expiresAt!) - clock.now().getTime()
    await refund(buyer, orderId, totalFen)
    const keptMs = Date.parse((await infoOf(buyer)).expiresAt!) - clock.now().getTime()
    expect(Math.abs(keptMs - leftMs * 0.6)).toBeLessThan(DAY_MS / 100)
  })
})
