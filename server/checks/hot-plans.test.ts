import { beforeAll, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { loadSight, setMark } from '../domains/books/book-mark.ts'
import { checkFromMark } from '../domains/books/check-from-mark.ts'
import { PASSWORD } from '../test/build/factories.ts'
import { openLineDesk } from '../test/build/line-desk.ts'
import { buildCoupon, buildPackage, fund } from '../test/build/money-factories.ts'
import { openShop } from '../test/build/shop.ts'
import { pretendLarge, READS_AND_WRITES, tablesScanned } from '../test/look/plans.ts'
import { makeApp } from '../test/run/make-app.ts'

const app = await makeApp()
const { call, db } = app
const desk = openLineDesk(app)
const shop = openShop(app)

/** Tables that grow with users and time. Packages, nodes, resellers and prices do not. */
const LARGE = [
  'accounts',
  'coupons',
  'feed_links',
  'idempotency_keys',
  'ledger_accounts',
  'ledger_postings',
  'ledger_transactions',
  'line_counts',
  'lines',
  'orders',
  'quotes',
  'sessions',
  'subscriptions',
]

let user: Awaited<ReturnType<typeof desk.buildUser>>
let plan: Awaited<ReturnType<typeof buildPackage>>
let code = ''
let userName = ''

beforeAll(async () => {
  user = await desk.buildUser()
  await desk.install(user, await desk.buildNode())
  await desk.confirm(user)
  await call(api.lines.list, {}, { token: user.token })
  await fund(db, user.account, 100_000)
  const { id, resellerId } = user.account
  const named = db.kysely.selectFrom('accounts').select('userName').where('id', '=', id)
  userName = (await named.executeTakeFirstOrThrow()).userName
  plan = await buildPackage(db, { resellerId, kind: 'pack', stock: 50, prices: { once: 1000 } })
  code = (await buildCoupon(db, { resellerId, percent: 10 })).code
  await shop.purchase(user, plan, { action: 'pack', period: 'once', coupon: code })
  await db.pool.query('analyze')
  await pretendLarge(db, LARGE)
})

const scanned = async (work: () => Promise<{ status: number; text: string }>) => {
  const tables = await tablesScanned(
    db,
    async () => {
      const { status, text } = await work()
      expect(status, text).toBe(200)
    },
    READS_AND_WRITES,
  )
  return tables.filter((table) => LARGE.includes(table))
}

test('notices a query that reads every row', async () => {
  const ask = () => db.pool.query(`select from orders where total_fen % 7 = 1`).then(() => ({ status: 200, text: '' }))
  expect(await scanned(ask)).toEqual(['orders'])
})

type Ask = () => Promise<{ status: number; text: string }>
const signedIn = () => ({ token: user.token })

test.each<[string, Ask]>([
  ['the user information', () => call(api.accounts.info, { dailiKey: user.account.resellerId }, signedIn())],
  ['the nodes', () => call(api.lines.nodes, {}, signedIn())],
  ['the lines', () => call(api.lines.list, {}, signedIn())],
  ['the orders', () => call(api.orders.list, {}, signedIn())],
  ['the balance', () => call(api.balance.entries, {}, signedIn())],
  ['a quote', () => shop.quote(user, plan, { action: 'pack', period: 'once', coupon: code })],
  ['a login', () => call(api.sessions.login, { userName, passWord: PASSWORD, dailiKey: user.account.resellerId })],
])('%s reads no large table from end to end', async (_name, ask) => {
  expect(await scanned(ask)).toEqual([])
})

test('a purchase, with its writes, reads no large table from end to end', async () => {
  const { quoteId } = (await shop.quote(user, plan, { action: 'pack', period: 'once', coupon: code })).data
  expect(await scanned(() => shop.buy(user, quoteId))).toEqual([])
})

test('a feed reads no large table from end to end', async () => {
  const { pathname, search } = new URL((await call(api.lines.list, {}, signedIn())).data.subscriptionUrl)
  const ask = async () => {
    const { statusCode, body } = await app.inject(pathname + search)
    return { status: statusCode, text: body }
  }
  expect(await scanned(ask)).toEqual([])
})

test('the check of new entries in the books reads no large table from end to end', async () => {
  const { lastId, xid } = await loadSight(db)
  await setMark(db, { checkedUntil: lastId, checkedCount: lastId, seenUntil: lastId, seenXid: xid })
  await fund(db, user.account, 100)
  const check = async () => {
    const { isWhole, problems } = await checkFromMark(db)
    return { status: isWhole ? 500 : 200, text: problems.join() }
  }
  expect(await scanned(check)).toEqual([])
})
