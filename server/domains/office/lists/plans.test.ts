import { beforeAll, describe, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { buildStaff } from '../../../test/build-staff.ts'
import { buildManySales } from '../../../test/many-sales.ts'
import { makeApp } from '../../../test/make-app.ts'
import { buildMerchantRow } from '../../../test/own-merchant.ts'
import { buildPackage } from '../../../test/money-factories.ts'
import { tablesScanned } from '../../../test/plans.ts'

const app = await makeApp()
const { db } = app
const resellerId = 4242
/** Read from end to end they are small: nobody has a thousand packages or merchants. */
const SMALL = ['merchants', 'packages', 'resellers', 'staff']
let ask: Awaited<ReturnType<typeof buildStaff>>['call']
let packageId: number

beforeAll(async () => {
  packageId = (await buildPackage(db, { resellerId })).id
  const { id: merchantId } = await buildMerchantRow(app, null)
  await buildManySales(db, { resellerId, accounts: 2000, orders: 12_000, packageId, merchantId })
  // Another one's rows lie between: a list that forgets whose it is would read them too.
  await buildPackage(db, { resellerId: 4243 })
  await buildManySales(db, { resellerId: 4243, accounts: 1000, orders: 4000, packageId, merchantId })
  ask = (await buildStaff(app, { resellerId })).call
})

const from = '2026-02-01T10:00:00Z'
const to = '2026-02-01T11:00:00Z'
const asked: [name: string, input: object][] = [
  ['first page', {}],
  ['oldest first', { sort: 'createdAt' }],
  ['search by name', { search: 'many12' }],
  ['search that meets many', { search: 'many' }],
  ['search by number', { search: 'deadbeef' }],
  ['between', { from, to }],
  ['amount', { minFen: 1000, maxFen: 1002 }],
]
const ofOrders: [name: string, input: object][] = [
  ...asked,
  ['by total', { sort: '-totalFen' }],
  ['state', { state: 'refunded' }],
  ['action', { action: 'agency' }],
  ['source', { paidBy: 'own_merchant' }],
]
const ofPayments: [name: string, input: object][] = [
  ...asked,
  ['by amount', { sort: 'amountFen' }],
  ['state', { state: 'pending' }],
  ['purpose', { purpose: 'agency' }],
  ['channel', { channel: 'qqpay' }],
  ['late', { late: true }],
]

const large = async (work: () => Promise<unknown>) =>
  (await tablesScanned(db, work)).filter((table) => !SMALL.includes(table))

describe('no large table is read from end to end', () => {
  test.each(ofOrders)('orders: %s', async (_name, input) => {
    expect(await large(() => ask(consoleApi.orders.list, input))).toEqual([])
  })
  test('orders: a package', async () => {
    expect(await large(() => ask(consoleApi.orders.list, { packageId: String(packageId + 1) }))).toEqual([])
  })
  test.each(ofPayments)('payments: %s', async (_name, input) => {
    expect(await large(() => ask(consoleApi.payments.list, input))).toEqual([])
  })
  test('one order and one payment', async () => {
    const { orderId } = (await ask(consoleApi.orders.list, { state: 'paid' })).data.rows[0]!
    const { paymentId } = (await ask(consoleApi.payments.list, {})).data.rows[0]!
    expect(await large(() => ask(consoleApi.orders.show, { orderId }))).toEqual([])
    expect(await large(() => ask(consoleApi.payments.show, { paymentId }))).toEqual([])
  })
  test('a query that does is found', async () => {
    expect(await large(() => db.pool.query('select count(*) from orders where refunded_fen > 7'))).toEqual(['orders'])
  })
})

test('following the cursors meets every row once', async () => {
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const input = { sort: 'totalFen', limit: 100, from, to, ...(cursor ? { cursor } : {}) } as const
    const { data } = await ask(consoleApi.orders.list, input)
    for (const { orderId } of data.rows) seen.add(orderId)
    cursor = data.nextCursor ?? undefined
  } while (cursor)
  const { count } = await db.kysely
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('resellerId', '=', resellerId)
    .where('createdAt', '>=', new Date(from))
    .where('createdAt', '<', new Date(to))
    .executeTakeFirstOrThrow()
  expect(seen.size).toBe(count)
  expect(count).toBeGreaterThan(400)
})

test('the count ends at ten thousand', async () => {
  const { count, countIsFloor } = (await ask(consoleApi.orders.list, {})).data
  expect([count, countIsFloor]).toEqual([10_000, true])
})
