import { beforeAll, describe, expect, test } from 'vitest'

import { consoleApi } from '../../../contract/console/api.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildManyCards, buildManyEntries, buildManySales, buildManyWithdrawals } from '../../test/build/many-sales.ts'
import { buildPackage } from '../../test/build/money-factories.ts'
import { buildMerchantRow } from '../../test/build/own-merchant.ts'
import { conditionsOf, tablesScanned } from '../../test/look/plans.ts'
import { makeApp } from '../../test/run/make-app.ts'

const app = await makeApp()
const { db } = app
const resellerId = 4242
/**
 * Small enough to read from end to end: nobody has a thousand packages or merchants, and here nobody has as many
 * batches.
 */
const SMALL = ['card_batches', 'commissions', 'merchants', 'packages', 'resellers', 'staff']
let ask: Awaited<ReturnType<typeof buildStaff>>['call']
let packageId: number

beforeAll(async () => {
  packageId = (await buildPackage(db, { resellerId })).id
  const { id: merchantId } = await buildMerchantRow(app, null)
  await buildManySales(db, { resellerId, accounts: 2000, orders: 12_000, packageId, merchantId })
  // Rows of another reseller lie in between: a list that forgets its reseller would read them too.
  await buildPackage(db, { resellerId: 4243 })
  await buildManySales(db, { resellerId: 4243, accounts: 1000, orders: 4000, packageId, merchantId })
  const close = { accounts: 3, orders: 10, everyMs: 0.09 }
  await buildPackage(db, { resellerId: 4244 })
  await buildManySales(db, { resellerId: 4244, ...close, packageId, merchantId })
  await buildManyCards(db, resellerId, 5000)
  await buildManyEntries(db, resellerId)
  await buildManyWithdrawals(db, resellerId, 3000)
  ask = (await buildStaff(app, { resellerId })).call
})

/** Days in Shanghai's time: midnight in London is eight hours into the day. */
const from = '2026-02-01'
const to = '2026-02-01'
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
  test.each([{}, { state: 'void' }, { search: 'AB12' }, { search: 'many12' }] as const)('cards: %o', async (input) => {
    expect(await large(() => ask(consoleApi.cards.list, input))).toEqual([])
  })
  test.each([{}, { search: 'many12' }] as const)('invites: %o', async (input) => {
    expect(await large(() => ask(consoleApi.invites.list, input))).toEqual([])
  })
  test('invites: the sums', async () => {
    expect(await large(() => ask(consoleApi.invites.summary, { days: 7 }))).toEqual([])
  })
  test.each([{}, { sort: 'at' }, { kind: 'sale' }, { kind: 'waiver' }, { from, to }] as const)(
    'entries: %o',
    async (input) => {
      expect(await large(() => ask(consoleApi.money.entries, input))).toEqual([])
    },
  )
  test.each([{}, { state: 'paid' }, { sort: '-amountFen' }, { search: 'many12' }] as const)(
    'withdrawals: %o',
    async (input) => {
      expect(await large(() => ask(consoleApi.withdrawals.list, input))).toEqual([])
    },
  )
  test('overview and statement', async () => {
    // Accounts are counted as in the list of users; the plans.test.ts beside that list checks the count.
    const read = await large(() => ask(consoleApi.overview.show, { days: 7 }))
    expect(read.filter((table) => !['accounts', 'office_summed', 'refund_wishes'].includes(table))).toEqual([])
    expect(await large(() => ask(consoleApi.money.statement, {}))).toEqual([])
  })
  test('a query that reads a whole table is found', async () => {
    expect(await large(() => db.pool.query('select count(*) from orders where list_fen > 7'))).toEqual(['orders'])
  })
})

test('a page or some days never read everything that ever moved the balance', async () => {
  const whole = async (work: () => Promise<unknown>) =>
    (await conditionsOf(db, 'ledger_postings_pkey', work)).filter((by) => !by.includes('transaction_id'))
  expect(await whole(() => ask(consoleApi.money.entries, {}))).toEqual([])
  expect(await whole(() => ask(consoleApi.overview.show, { days: 30 }))).toEqual([])
  expect(await whole(() => ask(consoleApi.money.statement, {}))).toEqual([])
  const all = `select sum(amount_fen) from ledger_postings p join ledger_accounts l on l.id = p.ledger_account_id
    where l.code = 'user:${resellerId}:1'`
  expect(await whole(() => db.pool.query(all))).toHaveLength(1)
})

test('following the cursors visits every row once', async () => {
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
    .where('createdAt', '>=', new Date('2026-01-31T16:00:00Z'))
    .where('createdAt', '<', new Date('2026-02-01T16:00:00Z'))
    .executeTakeFirstOrThrow()
  expect(seen.size).toBe(count)
  expect(count).toBeGreaterThan(400)
})

test.each(['createdAt', '-createdAt'] as const)('by %s rows of the same millisecond come once each', async (sort) => {
  const { call: look } = await buildStaff(app, { resellerId: 4244 })
  const pages = async (list: typeof consoleApi.orders.list | typeof consoleApi.payments.list) => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { data } = await look(list, { sort, limit: 3, ...(cursor ? { cursor } : {}) })
      for (const row of data.rows) seen.push('paymentId' in row ? row.paymentId : row.orderId)
      cursor = data.nextCursor ?? undefined
    } while (cursor)
    return [seen.length, new Set(seen).size]
  }
  expect([await pages(consoleApi.orders.list), await pages(consoleApi.payments.list)]).toEqual([
    [10, 10],
    [10, 10],
  ])
})

test('the count stops at a thousand', async () => {
  const { count, countIsFloor } = (await ask(consoleApi.orders.list, {})).data
  expect([count, countIsFloor]).toEqual([1_000, true])
})
