import { describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { sha256 } from '../platform/secrets/crypto.ts'
import { buildAccount, PASSWORD } from '../test/build/factories.ts'
import { openLineDesk } from '../test/build/line-desk.ts'
import { buildCoupon, buildPackage, fund } from '../test/build/money-factories.ts'
import { openShop } from '../test/build/shop.ts'
import { roundTripsOf, statementsOf } from '../test/look/statements.ts'
import { makeApp } from '../test/run/make-app.ts'

const app = await makeApp()
const desk = openLineDesk(app)
const { buildBuyer, quote, buy, purchase } = openShop(app)

/** Each statement is a wait for the database, in calls that every page or client makes again and again. */
test('the user information takes two statements: the session, and everything shown', async () => {
  const { token, account } = await desk.buildUser()
  const { result, statements } = await statementsOf(() =>
    app.call(api.accounts.info, { dailiKey: account.resellerId }, { token }),
  )
  expect(result.status).toBe(200)
  expect(statements).toHaveLength(2)
})

test('a feed takes two statements: the limit of its caller, and the account with its lines', async () => {
  const user = await desk.buildUser()
  await desk.install(user, await desk.buildNode())
  await desk.confirm(user)
  const listed = await app.call(api.lines.list, {}, { token: user.token })
  const { pathname, search } = new URL(listed.data.subscriptionUrl)
  // The first fetch in a minute is noted.
  await app.inject(pathname + search)
  const { result, statements } = await statementsOf(() => app.inject(pathname + search))
  expect([result.statusCode, result.body.length > 20]).toEqual([200, true])
  expect(statements).toHaveLength(2)
})

test('a poll of an agent of another panel takes one statement while its list is as it was', async () => {
  const token = 'a token of this node'
  const nodeId = await desk.buildNode({ connection: 'uniproxy' })
  await app.db.kysely
    .updateTable('nodes')
    .set({ uniproxyHash: sha256(token) })
    .where('id', '=', nodeId)
    .execute()
  await desk.install(await desk.buildUser(), nodeId)
  const url = `/api/v1/server/UniProxy/user?node_id=${nodeId}&node_type=vless&token=${token}`
  const tag = String((await app.inject(url)).headers['etag'])
  for (const [sent, status] of [
    [tag, 304],
    ['', 200],
  ] as const) {
    const poll = () => app.inject({ url, headers: { 'if-none-match': sent } })
    const { result, statements } = await statementsOf(poll)
    expect([result.statusCode, statements.length]).toEqual([status, 1])
  }
})

test.each([false, true])('a sign-in takes three round trips, remembered or not (%s)', async (remember) => {
  const { userName, resellerId } = await buildAccount(app.db)
  const form = { userName, passWord: PASSWORD, dailiKey: resellerId, remember }
  const { result, trips } = await roundTripsOf(() => app.call(api.sessions.login, form))
  expect(result.status).toBe(200)
  // First the try under way, counts and password; then the session; then the end of the try and everything shown.
  expect(trips.map((trip) => trip.length)).toEqual([3, 1, 2])
})

describe('a purchase from the balance', () => {
  test('takes four round trips: session, its key and what it depends on, the order and all locks, all writes', async () => {
    const plan = await buildPackage(app.db, { stock: 5 })
    const buyer = await buildBuyer()
    const { quoteId } = (await quote(buyer, plan)).data
    const { result, trips } = await roundTripsOf(() => buy(buyer, quoteId))
    expect([result.status, result.data.needsPayment]).toEqual([200, false])
    expect(trips).toHaveLength(4)
    // One of them tells the webhooks, whether or not there are any.
    expect(trips.flat().length).toBeLessThanOrEqual(18)
    // A row that its own transaction changes is written twice, with all its indexes and foreign keys.
    expect(trips.flat().filter((text) => /^update (orders|idempotency_keys)/.test(text))).toEqual([])
    // The ledger post locks the reseller's accounts, so it comes right before the commit: the locks are held briefly.
    const written = trips.flat()
    expect(written.at(-1)).toBe('commit')
    expect(written.findIndex((text) => text.includes('ledger_post'))).toBe(written.length - 2)
    expect(trips.at(-1)!.length).toBeGreaterThan(2)
  })

  test('takes as many round trips with a coupon, and queues no job if the user has no lines', async () => {
    const plan = await buildPackage(app.db)
    const { code } = await buildCoupon(app.db, { percent: 10 })
    const buyer = await buildBuyer()
    await purchase(buyer, plan)
    const { quoteId } = (await quote(buyer, plan, { action: 'renew', coupon: code })).data
    const { result, trips } = await roundTripsOf(() => buy(buyer, quoteId))
    expect(result.status).toBe(200)
    expect(trips).toHaveLength(4)
    expect(trips.flat().filter((text) => text.startsWith('select graphile_worker.add_job'))).toEqual([])
  })

  test('queues a job for a user who has lines', async () => {
    const user = await desk.buildUser()
    await desk.install(user, await desk.buildNode())
    await fund(app.db, user.account, 10_000)
    const pack = await buildPackage(app.db, {
      kind: 'pack',
      prices: { once: 1000 },
      resellerId: user.account.resellerId,
    })
    const { quoteId } = (await quote(user, pack, { action: 'pack', period: 'once' })).data
    const { result, trips } = await roundTripsOf(() => buy(user, quoteId))
    expect([result.status, trips.length]).toEqual([200, 4])
    expect(trips.at(-1)!.filter((text) => text.startsWith('select graphile_worker.add_job'))).toHaveLength(1)
  })
})
