import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { DAY_MS } from '../../contract/durations.ts'
import { limits } from '../../contract/limits.ts'
import { nodeApi } from '../../contract/node-api.ts'
import { getFeedUrl } from '../domains/feeds/load-link.ts'
import { getSubscription } from '../domains/subscriptions/subscription-store.ts'
import { beginWaiting } from '../domains/traffic/begin-waiting.ts'
import { clock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { buildCards } from '../test/build/build-cards.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { buildPackage, fund } from '../test/build/money-factories.ts'
import { openShop, type Buyer } from '../test/build/shop.ts'
import { buildTrafficLine, buildTrafficNode } from '../test/build/traffic-factories.ts'
import { checkBooksAfterEach } from '../test/look/books.ts'
import { enrolAgent } from '../test/outside/test-agent.ts'
import { makeApp } from '../test/run/make-app.ts'

const testApp = await makeApp()
const { db, call, config, inject } = testApp
const { buildBuyer, infoOf, quote, buy, purchase } = openShop(testApp)
checkBooksAfterEach(db)
const WAIT_MS = limits.firstUseWaitMs
beforeEach(() => clock.reset())

/** A user who has redeemed a key for seven days of a plan at ¥30 (wholesale ¥15) that begin with the first byte. */
async function buildWaiting({ kind = 'days' as 'days' | 'package', value = 7 } = {}) {
  const plan = await buildPackage(db)
  const buyer = await buildBuyer({ fen: 0 })
  const wanted = { kind, packageId: plan.id, value, count: 2, startsAtUse: true }
  const { codes } = await buildCards(db, wanted, config.secretKey)
  const redeem = (code: string) => call(api.cards.redeem, { code }, { token: buyer.token })
  const answer = await redeem(codes[0]!)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.data.startsAtUse).toBe(true)
  return { plan, buyer, again: () => redeem(codes[1]!) }
}

const ownerOf = ({ account }: Buyer) => ({ resellerId: account.resellerId, accountId: account.id })
const now = () => ({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false })
const work = () => beginWaiting(now())
/** A session ends after a week without use, so the user signs in again. */
async function pass(buyer: Buyer, ms: number) {
  clock.shift(ms)
  buyer.token = await buildSession(db, buyer.account)
}
const daysLeft = async (buyer: Buyer) =>
  Math.round((Date.parse((await infoOf(buyer)).expiresAt!) - clock.now().getTime()) / DAY_MS)

/** Bytes of this user, pushed by our own agent. */
async function carry({ account }: Buyer, bytes = 1000) {
  const nodeId = await buildTrafficNode(db)
  const number = await buildTrafficLine(db, account, nodeId, { secretKey: config.secretKey })
  const agent = await enrolAgent(testApp, nodeId)
  const batch = { batchId: randomUUID(), boot: 'boot-1', seq: 1, seconds: 60, items: [{ number, up: bytes, down: 0 }] }
  const answer = await agent.ask(nodeApi.batches, batch)
  expect(answer.status, answer.text).toBe(200)
}

describe('a package that begins with the first byte', () => {
  test('waits with working lines, and runs its whole length from that byte on', async () => {
    const { buyer } = await buildWaiting()
    const info = await infoOf(buyer)
    expect([info.state, Date.parse(info.startsBy!) - clock.now().getTime() > WAIT_MS - 60_000]).toEqual([
      'active',
      true,
    ])
    expect(Date.parse(info.expiresAt!) - Date.parse(info.startsBy!)).toBe(7 * DAY_MS)
    const nodeId = await buildTrafficNode(db)
    await buildTrafficLine(db, buyer.account, nodeId, { secretKey: config.secretKey })
    const feed = await inject(`${new URL(await getFeedUrl({ db, config }, ownerOf(buyer))).pathname}?flag=sip008`)
    expect(feed.statusCode).toBe(200)
    await pass(buyer, 10 * DAY_MS)
    await work()
    expect((await infoOf(buyer)).startsBy, 'nothing has flowed').not.toBeNull()
    await carry(buyer)
    const firstAt = clock.now().getTime()
    clock.shift(50_000)
    await work()
    const begun = await infoOf(buyer)
    expect(begun.startsBy).toBeNull()
    expect(Math.abs(Date.parse(begun.expiresAt!) - firstAt - 7 * DAY_MS)).toBeLessThan(5000)
    await work()
    expect((await infoOf(buyer)).expiresAt, 'begins once').toBe(begun.expiresAt)
  })

  test('says to staff that it waits, until it has begun', async () => {
    const { buyer } = await buildWaiting()
    const { call: operator } = await buildStaff(testApp, { resellerId: null })
    const { id, resellerId: reseller } = buyer.account
    const shown = async () => (await operator(consoleApi.user.show, { id }, { reseller })).data.package!.startsBy
    expect(await shown()).toBe((await infoOf(buyer)).startsBy)
    await carry(buyer)
    clock.shift(50_000)
    await work()
    expect(await shown()).toBeNull()
  })

  test('begins with the push of a foreign agent as well', async () => {
    const { buyer } = await buildWaiting({ kind: 'package', value: 1 })
    const token = randomUUID()
    const nodeId = await buildTrafficNode(db, { uniproxyToken: token })
    const number = await buildTrafficLine(db, buyer.account, nodeId, { secretKey: config.secretKey })
    clock.shift(3 * DAY_MS)
    const query = { node_id: String(nodeId), node_type: 'vless', token }
    const answer = await inject({
      method: 'POST',
      url: '/api/v1/server/UniProxy/push',
      query,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ [number]: [100, 200] }),
    })
    expect(answer.statusCode, answer.body).toBe(200)
    await work()
    expect((await infoOf(buyer)).startsBy).toBeNull()
    expect(await daysLeft(buyer)).toBeGreaterThanOrEqual(28)
    expect(await daysLeft(buyer)).toBeLessThanOrEqual(31)
  })

  test('begins by itself after thirty days, and then ends like any other', async () => {
    const { buyer } = await buildWaiting()
    await pass(buyer, WAIT_MS + DAY_MS)
    await work()
    const info = await infoOf(buyer)
    expect([info.state, info.startsBy, await daysLeft(buyer)]).toEqual(['active', null, 6])
    await pass(buyer, 6 * DAY_MS)
    expect((await infoOf(buyer)).state).toBe('expired')
  })

  test('two processes and many looks at once let it begin once', async () => {
    const { buyer } = await buildWaiting()
    await carry(buyer)
    await Promise.all(Array.from({ length: 8 }, work))
    expect([(await infoOf(buyer)).startsBy, await daysLeft(buyer)]).toEqual([null, 7])
  })

  test('grows by another key while it waits, and is worth all of it at an upgrade', async () => {
    const { buyer, again } = await buildWaiting()
    expect((await again()).status).toBe(200)
    expect(await daysLeft(buyer)).toBe(44)
    const dearer = await buildPackage(db, { prices: { month: 9000 } })
    const { data } = await quote(buyer, dearer, { action: 'upgrade' })
    const { creditFen } = data
    // Two keys of ceil(1500 × 7 ÷ 30).
    expect(creditFen).toBe(700)
    await fund(db, buyer.account, 10_000)
    expect((await buy(buyer, data.quoteId)).status).toBe(200)
    expect([(await infoOf(buyer)).startsBy, (await daysLeft(buyer)) <= 31]).toEqual([null, true])
  })

  test('can be renewed while it waits: all of it begins with the first byte', async () => {
    const { buyer, plan } = await buildWaiting()
    await fund(db, buyer.account, 10_000)
    await purchase(buyer, plan, { action: 'renew' })
    await carry(buyer)
    await work()
    const left = await daysLeft(buyer)
    expect([left >= 35, left <= 38]).toEqual([true, true])
    const { pieces } = await getSubscription({ db }, ownerOf(buyer))
    expect(pieces.map(({ cardId, orderId }) => [cardId !== null, orderId !== null])).toEqual([
      [true, false],
      [false, true],
    ])
  })

  test('neither gains nor loses by a pause', async () => {
    const { buyer } = await buildWaiting()
    const { token } = buyer
    expect((await call(api.accounts.freeze, { type: 'pause' }, { token })).status).toBe(200)
    clock.shift(5 * DAY_MS)
    await carry(buyer)
    await work()
    expect((await call(api.accounts.freeze, { type: 'resume' }, { token })).status).toBe(200)
    const info = await infoOf(buyer)
    expect(Math.abs(Date.parse(info.startsBy!) - clock.now().getTime() - WAIT_MS)).toBeLessThan(60_000)
    expect(Math.abs(Date.parse(info.expiresAt!) - Date.parse(info.startsBy!) - 7 * DAY_MS)).toBeLessThan(2000)
    clock.shift(60 * 60_000)
    await carry(buyer)
    await work()
    expect([(await infoOf(buyer)).startsBy, await daysLeft(buyer)]).toEqual([null, 7])
  })
})

test('for who uses the same package already, such a key adds its days at the end', async () => {
  const plan = await buildPackage(db)
  const buyer = await buildBuyer()
  await purchase(buyer, plan)
  const before = await daysLeft(buyer)
  const { code } = await buildCards(
    db,
    { kind: 'days', packageId: plan.id, value: 7, startsAtUse: true },
    config.secretKey,
  )
  expect((await call(api.cards.redeem, { code }, { token: buyer.token })).status).toBe(200)
  expect([(await infoOf(buyer)).startsBy, await daysLeft(buyer)]).toEqual([null, before + 7])
})

test('only keys that give days can wait', async () => {
  const plan = await buildPackage(db, { prices: { month: 3000, once: 5000 } })
  const pack = await buildPackage(db, { kind: 'pack', prices: { once: 900 } })
  const wishes = [
    { kind: 'balance', packageId: null, value: 100 },
    { kind: 'traffic', packageId: pack.id, value: 1 },
    { kind: 'package', packageId: plan.id, value: 0 },
  ] as const
  for (const wish of wishes) {
    const bought = buildCards(db, { ...wish, startsAtUse: true }, config.secretKey)
    await expect(bought, wish.kind).rejects.toThrow('request.invalid')
  }
})
