import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { buildMerchant } from '../../test/build/own-merchant.ts'
import { makePayDesk } from '../../test/build/pay-desk.ts'
import { checkBooks } from '../../test/look/books.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'
import { post } from '../ledger/post.ts'

const made = await makeCashierApp()
const { db } = made
const desk = makePayDesk(made)

async function row(changes: object) {
  const payer = await desk.buildPayer()
  const [merchant] = await db.kysely
    .selectFrom('merchants')
    .select('id')
    .where('provider', '=', 'alipay')
    .where('resellerId', 'is', null)
    .execute()
  return {
    outTradeNo: randomBytes(12).toString('hex'),
    purpose: 'user' as const,
    resellerId: payer.resellerId,
    accountId: payer.id,
    merchantId: merchant!.id,
    merchantOwnerKey: -1,
    channel: 'alipay' as const,
    amountFen: 1000,
    keyHash: randomBytes(32),
    askedHash: randomBytes(32),
    createdAt: clock.now(),
    expiresAt: clock.now(),
    ...changes,
  }
}
const insert = async (changes: object) =>
  db.kysely
    .insertInto('payments')
    .values(await row(changes))
    .execute()
const paid = (tradeNo: string) => ({ state: 'paid', tradeNo, paidAt: clock.now(), creditedTo: 'balance' })

test("M19: another reseller's merchant cannot take a payment, whatever owner is given", async () => {
  const other = await desk.buildPayer()
  const { id } = await buildMerchant(made, other.resellerId)
  for (const merchantOwnerKey of [-1, other.resellerId]) {
    await expect(insert({ merchantId: id, merchantOwnerKey })).rejects.toThrow(/violates (foreign key|check)/)
  }
  await expect(insert({})).resolves.toBeDefined()
})

test('M18: one gateway trade pays only once', async () => {
  await insert(paid('T1'))
  await expect(insert(paid('T1'))).rejects.toThrow('payments_merchant_id_trade_no_key')
})

test.each([
  ['an order of another reseller', { purpose: 'package', orderId: randomUUID() }],
  ['a package without an order', { purpose: 'package' }],
  ['an account of another reseller', { resellerId: 0, merchantOwnerKey: -1 }],
  ['paid without a trade', { state: 'paid', paidAt: new Date(), creditedTo: 'balance' }],
  ['paid without saying where the money went', { state: 'paid', paidAt: new Date(), tradeNo: 'T9' }],
  ['refunded without having been', { ...paid('T8'), state: 'refunded' }],
  ['more refunded than paid', { ...paid('T7'), state: 'refunded', refundedFen: 1001, refundAskedFen: 1001 }],
  ['a refund of what nobody paid', { refundAskedFen: 1 }],
  ['nothing to pay', { amountFen: 0 }],
  ['a number no gateway takes', { outTradeNo: 'a-b' }],
])('the database refuses %s', async (_what, changes) => {
  await expect(insert(changes)).rejects.toThrow(/violates/)
})

test('the books check finds a paid payment without its money, and money without its payment', async () => {
  const before = (await checkBooks(db)).problems.filter((problem) => problem.startsWith('M15'))
  await insert(paid('T2'))
  const payer = await desk.buildPayer()
  const { resellerId, id: accountId } = payer
  const legs = [
    { kind: 'outside' as const, resellerId: null, amountFen: -500 },
    { kind: 'user' as const, resellerId, accountId, amountFen: 500 },
  ]
  const key = `payment:${randomUUID()}:pay`
  await inTransaction(db, (tx) => post({ db: tx, now: clock.now() }, { key, kind: 'topup', resellerId, legs }))
  const after = (await checkBooks(db)).problems.filter((problem) => problem.startsWith('M15'))
  expect(after.length).toBe(before.length + 2)
  expect(after.join()).toContain(key)
})
