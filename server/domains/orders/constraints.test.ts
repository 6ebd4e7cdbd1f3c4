import { afterAll, beforeAll, expect, test } from 'vitest'

import { createDb } from '../../platform/db/db.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildCoupon, buildPackage } from '../../test/build/money-factories.ts'
import { createTestDatabase } from '../../test/run/database.ts'

// What the tables themselves refuse, in case the code above them is ever wrong.
const { url } = await createTestDatabase()
const db = createDb({ url, poolSize: 2 })
afterAll(() => db.close())

const now = new Date('2026-01-31T00:00:00Z')
let order = { resellerId: 0, accountId: 0, packageId: 0 }
let elsewhere = { accountId: 0, couponId: 0 }

beforeAll(async () => {
  await buildReseller(db, { id: 0 })
  await buildReseller(db, { id: 260 })
  order = { resellerId: 0, accountId: (await buildAccount(db)).id, packageId: (await buildPackage(db)).id }
  elsewhere = {
    accountId: (await buildAccount(db, { resellerId: 260 })).id,
    couponId: (await buildCoupon(db, { resellerId: 260 })).id,
  }
})

type Overrides = Record<string, unknown>
function insertOrder(overrides: Overrides) {
  const amounts = { listFen: 3000, discountFen: 0, creditFen: 0, totalFen: 3000, wholesaleFen: 1500 }
  const times = { createdAt: now, expiresAt: now }
  const values = { ...order, action: 'new', period: 'month', ...amounts, ...times, ...overrides }
  return db.kysely.transaction().execute(async (tx) => {
    await tx
      .insertInto('orders')
      .values(values as never)
      .execute()
    throw new Error('taken')
  })
}

test('accepts a valid order', async () => {
  await expect(insertOrder({})).rejects.toThrow('taken')
  const paid = { state: 'paid', settledAt: now, paidBy: 'balance' }
  await expect(insertOrder(paid)).rejects.toThrow('taken')
  await expect(insertOrder({ ...paid, state: 'refunded', refundedFen: 3000 })).rejects.toThrow('taken')
})

test.each([
  ['M9: another total', { totalFen: 2999 }],
  ['M9: a discount above the price', { discountFen: 3001, totalFen: 0 }],
  ['M9: a negative credit', { creditFen: -1, totalFen: 3001 }],
  ['a price of 0', { listFen: 0, totalFen: 0 }],
  ['negative wholesale', { wholesaleFen: -1 }],
  ['commission without an inviter', { commissionFen: 1 }],
  ['paid without a time', { state: 'paid', paidBy: 'balance' }],
  ['pending with a payer', { paidBy: 'balance' }],
  ['M8: refunded more than paid', { state: 'refunded', settledAt: now, paidBy: 'balance', refundedFen: 3001 }],
  ['M8: refunded nothing', { state: 'refunded', settledAt: now, paidBy: 'balance', refundedFen: 0 }],
  ['M8: refunded while paid', { state: 'paid', settledAt: now, paidBy: 'balance', refundedFen: 1 }],
  ['M43: sold by hand above wholesale', { state: 'paid', settledAt: now, paidBy: 'reseller' }],
  ['an unknown state', { state: 'lost' }],
  ['a package without a period', { period: null }],
  ['an agency with a package', { action: 'agency' }],
] as [string, Overrides][])('refused: %s', async (_name, overrides) => {
  await expect(insertOrder(overrides)).rejects.toThrow(/violates check constraint/)
})

test("M13: a row of one reseller cannot refer to another reseller's row", async () => {
  for (const foreign of [
    { accountId: elsewhere.accountId },
    { couponId: elsewhere.couponId },
    { inviterId: elsewhere.accountId },
    { resellerId: 260 },
  ]) {
    await expect(insertOrder(foreign), JSON.stringify(foreign)).rejects.toThrow(/violates foreign key constraint/)
  }
})

test.each([
  `insert into package_offers (reseller_id, package_id, period, retail_fen) values (0, $1, 'year', 0)`,
  `insert into own_prices values (0, $1, 'year', -1)`,
  `insert into package_offers (reseller_id, package_id, period, retail_fen) values (0, $1, 'year', 100000001)`,
  `update packages set stock = -1 where id = $1`,
  `insert into coupons (reseller_id, code, percent, package_id) values (0, 'OVER', 101, $1)`,
  `insert into coupons (reseller_id, code, percent, amount_fen, package_id) values (0, 'BOTH', 10, 10, $1)`,
  `insert into coupons (reseller_id, code, package_id) values (0, 'NONE', $1)`,
])('refused: %s', async (text) => {
  await expect(db.pool.query(text, [order.packageId])).rejects.toThrow(/violates check constraint/)
})
