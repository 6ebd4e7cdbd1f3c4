import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { civilTime } from '../../../contract/civil-time.ts'
import { HOUR_MS } from '../../../contract/durations.ts'
import { nodeApi } from '../../../contract/node-api.ts'
import { jobs } from '../../jobs.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildPackage, buildTrial, fund, GB } from '../../test/build/money-factories.ts'
import { openShop } from '../../test/build/shop.ts'
import { buildTrafficLine, buildTrafficNode } from '../../test/build/traffic-factories.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { enrolAgent } from '../../test/outside/test-agent.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { getSubscription } from '../subscriptions/subscription-store.ts'

const testApp = await makeApp()
const { call, db, config } = testApp
const { purchase, balanceOf, quote } = openShop(testApp)
checkBooksAfterEach(db)
const DAY_MS = 24 * HOUR_MS
let nextReseller = 8900

beforeEach(() => {
  clock.reset()
  // A failure is told by day, so every test begins at noon.
  clock.shift(((36 - civilTime(clock.now(), config.businessTz).hour) % 24) * HOUR_MS)
})

/** A month of 100 GB at ¥30 with both switches on, `fen` left, and an agent that has carried all but 500 bytes. */
async function buildUser({ fen = 10_000, isOn = true } = {}) {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const account = await buildAccount(db, { resellerId, email: `early-${resellerId}@mail.example` })
  const plan = await buildPackage(db, { resellerId })
  await fund(db, account, 3000 + fen)
  const buyer = { account, token: await buildSession(db, account) }
  await purchase(buyer, plan)
  const { token } = buyer
  if (isOn) {
    expect((await call(api.packages.renewEarly, { on: true }, { token })).code).toBe('order.wrong_action')
    await call(api.packages.autoRenew, { on: true }, { token })
    expect((await call(api.packages.renewEarly, { on: true }, { token })).data).toEqual({ renewEarlyFen: 3000 })
  }
  const nodeId = await buildTrafficNode(db)
  const number = await buildTrafficLine(db, account, nodeId, { secretKey: config.secretKey })
  const agent = await enrolAgent(testApp, nodeId)
  const push = async (bytes = 1000) => {
    const batch = { batchId: randomUUID(), boot: 'b', seq: 1, seconds: 60, items: [{ number, up: bytes, down: 0 }] }
    const answer = await agent.ask(nodeApi.batches, batch)
    expect(answer.status, answer.text).toBe(200)
  }
  await set(account, { usedBytes: 100 * GB - 500 })
  return { resellerId, plan, ...buyer, push, owner: { resellerId, accountId: account.id } }
}
type User = Awaited<ReturnType<typeof buildUser>>

const set = ({ id }: { id: number }, values: object) =>
  db.kysely.updateTable('subscriptions').set(values).where('accountId', '=', id).execute()
const now = () => ({ db, config, log: createLog('silent'), now: clock.now(), isLastAttempt: false })
const work = ({ owner }: User) => jobs['orders.renew_used_up'](now(), owner)
const workAll = () => jobs['orders.renew_all_used_up'](now(), {})
const has = ({ owner }: User) => getSubscription({ db }, owner)
const ordersOf = async ({ account }: User) =>
  (await db.kysely.selectFrom('orders').select('id').where('accountId', '=', account.id).execute()).length
const mailsTo = async ({ account }: User) =>
  (await db.kysely.selectFrom('mails').select('template').where('accountId', '=', account.id).execute()).map(
    ({ template }) => template,
  )

describe('used-up traffic', () => {
  test('renews at once: fresh traffic now, a month more at the end, and no second one at the reset', async () => {
    const user = await buildUser()
    const before = await has(user)
    await user.push(400)
    await work(user)
    expect(await ordersOf(user), 'a hundred bytes are left').toBe(1)
    await user.push()
    const queued = await db.pool.query(
      `select 1 from graphile_worker.jobs where key = 'orders.renew_used_up:' || $1 || ':' || $2`,
      [user.resellerId, user.account.id],
    )
    expect(queued.rows, 'the push itself asks for it').toHaveLength(1)
    await work(user)
    const after = await has(user)
    expect([await balanceOf(user), after.usedBytes, after.totalBytes]).toEqual([7000, 0, 100 * GB])
    for (const field of ['expiresAt', 'nextResetAt'] as const) {
      const days = Math.round((after[field]!.getTime() - before[field]!.getTime()) / DAY_MS)
      expect([days >= 28, days <= 31], field).toEqual([true, true])
    }
    expect(after.pieces.map(({ bytes }) => bytes)).toEqual([100 * GB, 100 * GB])
    expect(await mailsTo(user)).toContain('renewed')
    // Nothing of the used month counts at an upgrade, all of the new one does.
    const dearer = await buildPackage(db, { resellerId: user.resellerId, prices: { month: 9000 } })
    expect((await quote(user, dearer, { action: 'upgrade' })).data.creditFen).toBe(3000)
  })

  test('renews once, however many processes and pushes come at once, and once a day', async () => {
    const user = await buildUser()
    await Promise.all([user.push(), user.push(), user.push()])
    await Promise.all([...Array.from({ length: 6 }, () => work(user)), workAll(), workAll()])
    expect([await balanceOf(user), await ordersOf(user)]).toEqual([7000, 2])
    await set(user.account, { usedBytes: 100 * GB })
    clock.shift(DAY_MS - HOUR_MS)
    await workAll()
    expect(await balanceOf(user), 'the same day').toBe(7000)
    clock.shift(2 * HOUR_MS)
    await workAll()
    expect(await balanceOf(user), 'the next day').toBe(4000)
  })

  test('without the money charges nothing, tells once, and renews when money has come', async () => {
    const user = await buildUser({ fen: 2999 })
    await user.push()
    for (let round = 0; round < 3; round += 1) await workAll()
    expect([await balanceOf(user), await ordersOf(user)]).toEqual([2999, 1])
    expect((await mailsTo(user)).filter((mail) => mail === 'renew_early_failed')).toHaveLength(1)
    const notices = (await call(api.notices.list, {}, { token: user.token })).data.items
    expect(notices.filter(({ title }) => title.includes('流量用完'))).toHaveLength(1)
    await fund(db, user.account, 1)
    await workAll()
    expect(await balanceOf(user)).toBe(0)
  })

  test('never charges more than stood beside the switch', async () => {
    const user = await buildUser()
    await db.pool.query('update package_offers set retail_fen = 3001 where package_id = $1', [user.plan.id])
    await user.push()
    await workAll()
    expect([await balanceOf(user), await mailsTo(user)]).toEqual([
      10_000,
      expect.arrayContaining(['renew_early_failed']),
    ])
    expect((await call(api.packages.renewEarly, { on: true }, { token: user.token })).data.renewEarlyFen).toBe(3001)
    await workAll()
    expect(await balanceOf(user), 'after a new yes').toBe(6999)
  })

  test.each([
    ['off', async (user: User) => call(api.packages.renewEarly, { on: false }, { token: user.token })],
    ['without auto-renew', async (user: User) => call(api.packages.autoRenew, { on: false }, { token: user.token })],
    ['paused', async (user: User) => call(api.accounts.freeze, { type: 'pause' }, { token: user.token })],
    ['blocked', (user: User) => mark(user, `blocked_at = now(), blocked_reason = 'x'`)],
    ['locked', (user: User) => mark(user, 'locked_at = now()')],
    ['leaving', (user: User) => mark(user, `delete_after = now() + interval '3 days'`)],
    ['at a suspended reseller', (user: User) => suspend(user)],
    ['with a pack left', (user: User) => set(user.account, { totalBytes: 150 * GB, packBytes: 50 * GB })],
  ])('does nothing for a user who is %s', async (_what, change) => {
    const user = await buildUser()
    await user.push()
    await change(user)
    await work(user)
    await workAll()
    expect([await balanceOf(user), await ordersOf(user)]).toEqual([10_000, 1])
  })

  test('is not offered for a trial or a year, and ends with the package it was chosen for', async () => {
    const { resellerId, account, token } = await buildUser({ isOn: false })
    const trial = await buildTrial(db, { resellerId, days: 3, paidBy: 'platform', wholesaleFen: 0 })
    const renewEarly = async () => (await call(api.packages.renewEarly, { on: true }, { token })).code
    await set(account, { packageId: trial.id, autoRenew: true })
    expect(await renewEarly()).toBe('package.not_for_sale')
    await set(account, { period: 'year' })
    expect(await renewEarly()).toBe('order.wrong_action')
    const user = await buildUser()
    const dearer = await buildPackage(db, { resellerId: user.resellerId, prices: { month: 9000 } })
    await purchase(user, dearer, { action: 'upgrade' })
    expect((await call(api.packages.list, {}, { token: user.token })).data.current.renewEarlyFen).toBeNull()
  })
})

const mark = ({ account }: User, change: string) =>
  db.pool.query(`update accounts set ${change} where id = $1`, [account.id])
const suspend = ({ resellerId }: User) =>
  db.pool.query('update resellers set suspended_at = now() where id = $1', [resellerId])
