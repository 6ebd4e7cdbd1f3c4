import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/errors.ts'
import { createLog } from '../../platform/log.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildPackage, fund, fundReseller } from '../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import type { LedgerKind } from '../ledger/ledger-kinds.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { grantPackage } from '../subscriptions/grant-package.ts'
import { openAgencyOrder } from './agency/open-agency.ts'
import { expireDueOrders } from './end-orders.ts'
import { getPayableOrder, sell, type MerchantOwner } from './settle-order.ts'

const { call, db, config } = await makeApp()
checkBooksAfterEach(db)
const log = createLog('silent')
let nextReseller = 2000

beforeEach(() => clock.reset())

/** A buyer with an open order of 3000 fen, 1800 of them wholesale, at its own reseller. */
async function buildOpenOrder({ stock }: { stock?: number } = {}) {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const account = await buildAccount(db, { resellerId })
  const token = await buildSession(db, account)
  const prices = { month: { retailFen: 3000, wholesaleFen: 1800 } }
  const plan = await buildPackage(db, { resellerId, prices, ...(stock === undefined ? {} : { stock }) })
  const input = { action: 'new' as const, packageId: plan.wireId, period: 'month' as const }
  const { quoteId } = (await call(api.packages.quote, input, { token })).data
  const { orderId } = (await call(api.packages.buy, { quoteId, payBy: 'online', key: randomUUID() }, { token })).data
  return { resellerId, account, token, plan, orderId }
}
type Open = Awaited<ReturnType<typeof buildOpenOrder>>

const ctxNow = () => ({ now: clock.now(), config, log })
const settle = (
  { resellerId, orderId }: Open,
  merchantOwner: MerchantOwner,
  paymentId: string = randomUUID(),
  amountFen = 3000,
) =>
  inTransaction(db, (tx) =>
    sell(
      { ...ctxNow(), db: tx },
      { resellerId, orderId, source: { kind: 'payment', paymentId, merchantOwner, amountFen } },
    ),
  )
const fenOf = (kind: LedgerKind, { resellerId, account }: Open) =>
  loadBalanceFen({ db }, { kind, resellerId, ...(kind === 'user' ? { accountId: account.id } : {}) })
const stateOf = async ({ token, orderId }: Open) => (await call(api.orders.detail, { orderId }, { token })).data.state
const serviceOf = async ({ token, resellerId }: Open) =>
  (await call(api.accounts.info, { dailiKey: resellerId }, { token })).data.state
const payable = ({ resellerId, account, orderId }: Open, merchantOwner?: MerchantOwner) =>
  getPayableOrder(
    { db, now: clock.now() },
    { resellerId, accountId: account.id, orderId, ...(merchantOwner ? { merchantOwner } : {}) },
  )
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )
const alertsOf = ({ orderId }: Open) =>
  db.kysely.selectFrom('alerts').selectAll().where('subject', '=', `order:${orderId}`).execute()

describe('through the platform merchant', () => {
  test('credits the reseller with the rest of the price, marks the order paid, starts the package', async () => {
    const open = await buildOpenOrder()
    expect(await payable(open, 'platform')).toMatchObject({ id: open.orderId, amountFen: 3000, purpose: 'package' })
    expect(await settle(open, 'platform')).toEqual({ creditedTo: 'order' })
    expect([await fenOf('reseller', open), await fenOf('user', open), await fenOf('liability', open)]).toEqual([
      1200, 0, 0,
    ])
    expect([await stateOf(open), await serviceOf(open)]).toEqual(['paid', 'active'])
  })

  test('a payment reported twice settles once', async () => {
    const open = await buildOpenOrder()
    const paymentId = randomUUID()
    expect(await settle(open, 'platform', paymentId)).toEqual({ creditedTo: 'order' })
    expect(await settle(open, 'platform', paymentId)).toEqual({ creditedTo: 'order' })
    expect([await fenOf('reseller', open), await fenOf('user', open)]).toEqual([1200, 0])
  })

  test('a second payment for one order goes to the balance', async () => {
    const open = await buildOpenOrder()
    await settle(open, 'platform')
    expect(await settle(open, 'platform')).toEqual({ creditedTo: 'balance' })
    expect([await fenOf('reseller', open), await fenOf('user', open)]).toEqual([1200, 3000])
  })
})

test.each([1, 2999, 3001])(
  'a payment of %i fen does not pay an order of 3000, and goes to the balance',
  async (fen) => {
    const open = await buildOpenOrder()
    expect(await settle(open, 'platform', randomUUID(), fen)).toEqual({ creditedTo: 'balance' })
    expect([await fenOf('user', open), await fenOf('reseller', open)]).toEqual([fen, 0])
    expect([await stateOf(open), await serviceOf(open)]).toEqual(['pending', 'none'])
    // The order waits for the right amount.
    expect(await settle(open, 'platform')).toEqual({ creditedTo: 'order' })
    expect([await fenOf('user', open), await stateOf(open), await serviceOf(open)]).toEqual([fen, 'paid', 'active'])
  },
)

describe('a payment that comes too late goes to the balance', () => {
  test('after a cancellation', async () => {
    const open = await buildOpenOrder()
    await call(api.orders.cancel, { orderId: open.orderId }, { token: open.token })
    const paymentId = randomUUID()
    expect(await settle(open, 'platform', paymentId)).toEqual({ creditedTo: 'balance' })
    expect(await settle(open, 'platform', paymentId)).toEqual({ creditedTo: 'balance' })
    expect([await fenOf('user', open), await stateOf(open), await serviceOf(open)]).toEqual([3000, 'cancelled', 'none'])
  })

  test('after the expiry, through an own merchant as a liability', async () => {
    const open = await buildOpenOrder()
    clock.shift(limits.orderTtlMs)
    expect(await codeOf(payable(open))).toBe('order.expired')
    await expireDueOrders({ ...ctxNow(), db, isLastAttempt: false })
    expect(await settle(open, 'reseller')).toEqual({ creditedTo: 'balance' })
    expect([await fenOf('user', open), await fenOf('liability', open)]).toEqual([3000, -3000])
  })

  test('when the package can no longer be given, because another one runs', async () => {
    const open = await buildOpenOrder({ stock: 1 })
    const other = await buildPackage(db, { resellerId: open.resellerId })
    const owner = { resellerId: open.resellerId, accountId: open.account.id }
    const unpaid = { paid: { paidFen: 0, wholesaleFen: 0 }, by: null }
    await inTransaction(db, (tx) =>
      grantPackage({ ...ctxNow(), db: tx }, owner, { packageId: other.id, period: 'month' }, unpaid),
    )
    expect(await settle(open, 'platform')).toEqual({ creditedTo: 'balance' })
    expect([await fenOf('user', open), await stateOf(open)]).toEqual([3000, 'cancelled'])
    const { stock } = await db.kysely
      .selectFrom('packages')
      .select('stock')
      .where('id', '=', open.plan.id)
      .executeTakeFirstOrThrow()
    expect(stock).toBe(1)
  })
})

describe("through the reseller's own merchant", () => {
  test('the price is its own, and wholesale is taken from its balance', async () => {
    const open = await buildOpenOrder()
    await fundReseller(db, open.resellerId, 2000)
    expect(await codeOf(payable(open, 'reseller'))).toBeNull()
    expect(await settle(open, 'reseller')).toEqual({ creditedTo: 'order' })
    expect([await fenOf('reseller', open), await fenOf('liability', open), await fenOf('receivable', open)]).toEqual([
      200, 0, 0,
    ])
  })

  test('short of credit: refused before payment; if already paid, to the balance with an alert', async () => {
    const open = await buildOpenOrder({ stock: 1 })
    await fundReseller(db, open.resellerId, 1799)
    expect(await codeOf(payable(open, 'reseller'))).toBe('reseller.short')
    expect(await codeOf(payable(open, 'platform'))).toBeNull()
    expect(await settle(open, 'reseller')).toEqual({ creditedTo: 'balance' })
    expect([await fenOf('user', open), await fenOf('liability', open), await fenOf('reseller', open)]).toEqual([
      3000, -3000, 1799,
    ])
    expect([await stateOf(open), await serviceOf(open)]).toEqual(['cancelled', 'none'])
    expect(await alertsOf(open)).toMatchObject([{ kind: 'reseller.short', resellerId: open.resellerId }])
  })

  test('a credit limit lets it owe, and its next income repays', async () => {
    const open = await buildOpenOrder()
    await db.kysely.updateTable('resellers').set({ creditLimitFen: 1800 }).where('id', '=', open.resellerId).execute()
    expect(await codeOf(payable(open, 'reseller'))).toBeNull()
    expect(await settle(open, 'reseller')).toEqual({ creditedTo: 'order' })
    expect([await fenOf('reseller', open), await fenOf('receivable', open)]).toEqual([0, -1800])
    await fundReseller(db, open.resellerId, 2000)
    expect([await fenOf('reseller', open), await fenOf('receivable', open)]).toEqual([200, 0])
  })

  test('spending a top-up that it took itself settles that debt; a mix of merchants sums up', async () => {
    const open = await buildOpenOrder()
    await fund(db, open.account, 1000, 'own')
    await fund(db, open.account, 2500, 'platform')
    await inTransaction(db, (tx) =>
      sell(
        { ...ctxNow(), db: tx },
        { resellerId: open.resellerId, orderId: open.orderId, source: { kind: 'balance' } },
      ),
    )
    // 3000 paid: 1000 release the liability, and wholesale takes 1800 of the other 2000.
    expect([await fenOf('liability', open), await fenOf('reseller', open), await fenOf('user', open)]).toEqual([
      0, 200, 500,
    ])
  })

  test('a reseller without credit cannot sell from a balance that its own merchant took', async () => {
    const open = await buildOpenOrder()
    await fund(db, open.account, 5000, 'own')
    const { quoteId } = await db.kysely
      .selectFrom('orders')
      .select('quoteId')
      .where('id', '=', open.orderId)
      .executeTakeFirstOrThrow()
    const input = { quoteId: quoteId!, payBy: 'balance' as const, key: randomUUID() }
    const answer = await call(api.packages.buy, input, { token: open.token })
    expect([answer.status, answer.code]).toEqual([422, 'reseller.short'])
    expect([await fenOf('user', open), await stateOf(open)]).toEqual([5000, 'pending'])
    expect(await alertsOf(open)).toEqual([])
  })
})

describe('who may pay', () => {
  test('only the owner, only an open order, only where online sales are allowed', async () => {
    const [open, other] = [await buildOpenOrder(), await buildOpenOrder()]
    expect(await codeOf(payable({ ...open, account: other.account }))).toBe('object.unknown')
    expect(await codeOf(payable({ ...open, resellerId: other.resellerId }))).toBe('object.unknown')
    await db.kysely.updateTable('resellers').set({ isWhitelisted: false }).where('id', '=', open.resellerId).execute()
    expect(await codeOf(payable(open))).toBe('pay.offline_only')
    await db.kysely
      .updateTable('resellers')
      .set({ suspendedAt: new Date() })
      .where('id', '=', open.resellerId)
      .execute()
    expect(await codeOf(payable(open))).toBe('reseller.suspended')
    await settle(other, 'platform')
    expect(await codeOf(payable(other))).toBe('order.closed')
  })
})

describe('an agency', () => {
  test('is made when its order is paid, and the fee goes to the platform alone', async () => {
    const resellerId = (nextReseller += 1)
    await buildReseller(db, { id: resellerId })
    const account = await buildAccount(db, { resellerId })
    await fund(db, account, 70_000)
    const owner = { resellerId, accountId: account.id }
    const agency = { feeFen: 60_000, detail: { name: '新代理', contact: 'x@example.com' } }
    const openOne = () => inTransaction(db, (tx) => openAgencyOrder({ ...ctxNow(), db: tx }, owner, agency))
    const { orderId } = await openOne()
    expect((await openOne()).orderId).toBe(orderId)
    const platform = await loadBalanceFen({ db }, { kind: 'platform', resellerId: null })
    const order = { resellerId, orderId, source: { kind: 'balance' } as const }
    await inTransaction(db, (tx) => sell({ ...ctxNow(), db: tx }, order))
    expect((await loadBalanceFen({ db }, { kind: 'platform', resellerId: null })) - platform).toBe(60_000)
    expect(await loadBalanceFen({ db }, { kind: 'user', ...owner })).toBe(10_000)
    expect(await loadBalanceFen({ db }, { kind: 'reseller', resellerId })).toBe(0)
    const token = await buildSession(db, account)
    expect((await call(api.accounts.info, { dailiKey: resellerId }, { token })).data.isReseller).toBe(true)
  })
})
