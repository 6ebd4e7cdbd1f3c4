import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { civilTime } from '../../../contract/civil-time.ts'
import { HOUR_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import { cronItems, jobs } from '../../jobs.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildPackage, fund } from '../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { waitUntil } from '../../test/run/wait-until.ts'

const { call, db, config, logged } = await makeApp()
checkBooksAfterEach(db)
const DAY_MS = 24 * HOUR_MS
let nextReseller = 5000

beforeEach(() => {
  clock.reset()
  // A failure is told by day, so every test begins at noon.
  clock.shift(((36 - civilTime(clock.now(), config.businessTz).hour) % 24) * HOUR_MS)
  logged.length = 0
})

/** A month bought now with automatic renewal, and `fen` left to pay for more. */
async function buildSubscriber({ fen = 3000, isOn = true }: { fen?: number; isOn?: boolean } = {}) {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const account = await buildAccount(db, { resellerId, email: `renew-${resellerId}@example.com` })
  const plan = await buildPackage(db, { resellerId })
  await fund(db, account, 3000 + fen)
  const token = await buildSession(db, account)
  const wish = { action: 'new', packageId: plan.wireId, period: 'month' } as const
  const { quoteId } = (await call(api.packages.quote, wish, { token })).data
  await call(api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() }, { token })
  if (isOn) expect((await call(api.packages.autoRenew, { on: true }, { token })).data).toEqual({ autoRenew: true })
  return { resellerId, account, plan }
}
type Subscriber = Awaited<ReturnType<typeof buildSubscriber>>

const infoOf = async ({ account, resellerId }: Subscriber) => {
  const token = await buildSession(db, account)
  return (await call(api.accounts.info, { dailiKey: resellerId }, { token })).data
}
const mailsTo = async ({ account }: Subscriber) => {
  const rows = await db.kysely
    .selectFrom('mails')
    .select(['template', 'params'])
    .where('accountId', '=', account.id)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ template, params }) => [template, (params as { amount: string }).amount])
}
const run = (job: 'orders.auto_renew' | 'orders.change_ended' = 'orders.auto_renew') =>
  jobs[job](
    {
      db,
      config,
      log: createLog('info', { write: (line) => void logged.push(line) }),
      now: clock.now(),
      isLastAttempt: false,
    },
    {},
  )
/** Moves the clock to this long before the end of the package. */
async function goTo(subscriber: Subscriber, beforeEndMs: number) {
  const { expiresAt } = await infoOf(subscriber)
  clock.shift(Date.parse(expiresAt!) - beforeEndMs - clock.now().getTime())
}

test('tells three days before, charges one day before, tells again, each once', async () => {
  const subscriber = await buildSubscriber()
  const { expiresAt } = await infoOf(subscriber)
  await goTo(subscriber, limits.renewTellMs + HOUR_MS)
  await run()
  expect(await mailsTo(subscriber)).toEqual([])
  await goTo(subscriber, limits.renewTellMs - HOUR_MS)
  await run()
  await run()
  expect(await mailsTo(subscriber)).toEqual([['renew_soon', '¥30.00']])
  expect((await infoOf(subscriber)).balanceFen).toBe(3000)
  await goTo(subscriber, limits.renewChargeMs - HOUR_MS)
  await run()
  await run()
  expect(await mailsTo(subscriber)).toEqual([
    ['renew_soon', '¥30.00'],
    ['renewed', '¥30.00'],
  ])
  const info = await infoOf(subscriber)
  expect(info.balanceFen).toBe(0)
  expect(Date.parse(info.expiresAt!) - Date.parse(expiresAt!)).toBeGreaterThan(27 * DAY_MS)
  expect(logged.filter((line) => line.includes('not renewed'))).toEqual([])
})

test('is off by default and then renews nothing', async () => {
  const subscriber = await buildSubscriber({ isOn: false })
  await goTo(subscriber, HOUR_MS)
  await run()
  expect([await mailsTo(subscriber), (await infoOf(subscriber)).balanceFen]).toEqual([[], 3000])
})

test('a short balance is told once, and a top-up before the end still renews', async () => {
  const subscriber = await buildSubscriber({ fen: 2999 })
  await goTo(subscriber, limits.renewTellMs - HOUR_MS)
  await run()
  await goTo(subscriber, limits.renewChargeMs - HOUR_MS)
  await run()
  await run()
  expect(await mailsTo(subscriber)).toEqual([
    ['renew_soon', '¥30.00'],
    ['renew_failed', '¥30.00'],
  ])
  expect(await infoOf(subscriber)).toMatchObject({ balanceFen: 2999, state: 'active' })
  await fund(db, subscriber.account, 1)
  await run()
  expect((await mailsTo(subscriber)).at(-1)).toEqual(['renewed', '¥30.00'])
})

test('announces a higher price before charging it', async () => {
  const subscriber = await buildSubscriber({ fen: 9000 })
  await goTo(subscriber, limits.renewTellMs - HOUR_MS)
  await run()
  await db.kysely
    .updateTable('packageOffers')
    .set({ retailFen: 4000 })
    .where('packageId', '=', subscriber.plan.id)
    .execute()
  await goTo(subscriber, limits.renewChargeMs - HOUR_MS)
  await run()
  expect(await mailsTo(subscriber)).toEqual([
    ['renew_soon', '¥30.00'],
    ['renew_soon', '¥40.00'],
  ])
  expect((await infoOf(subscriber)).balanceFen).toBe(9000)
  await run()
  expect((await infoOf(subscriber)).balanceFen).toBe(5000)
})

test('does not charge a price that rises at the very moment of the charge', async () => {
  const subscriber = await buildSubscriber({ fen: 9000 })
  const { plan, account } = subscriber
  await goTo(subscriber, limits.renewTellMs - HOUR_MS)
  await run()
  await goTo(subscriber, limits.renewChargeMs - HOUR_MS)
  // An expired order is closed between reading the price and the charge; at that point the price rises.
  const pack = await buildPackage(db, { resellerId: subscriber.resellerId, kind: 'pack', prices: { once: 500 } })
  const token = await buildSession(db, account)
  const wish = { action: 'pack', packageId: pack.wireId, period: 'once' } as const
  const { quoteId } = (await call(api.packages.quote, wish, { token })).data
  await call(api.packages.buy, { quoteId, payBy: 'online', key: randomUUID() }, { token })
  clock.shift(limits.orderTtlMs)
  await db.pool.query(`create function rise() returns trigger language plpgsql as $$ begin
    update package_offers set retail_fen = 4000 where package_id = ${plan.id}; return null; end $$;
    create trigger rise after update on orders for each statement execute function rise()`)
  await run()
  await db.pool.query('drop trigger rise on orders; drop function rise')
  expect((await infoOf(subscriber)).balanceFen).toBe(9000)
  await run()
  expect((await mailsTo(subscriber)).at(-1)).toEqual(['renew_soon', '¥40.00'])
})

test('does not charge a user who renewed by hand or switched it off while others were being renewed', async () => {
  const subscribers = []
  for (let count = 0; count < 3; count += 1) subscribers.push(await buildSubscriber({ fen: 9000 }))
  const [first, renewed, off] = subscribers as [Subscriber, Subscriber, Subscriber]
  for (const { account } of subscribers) {
    const expiresAt = new Date(clock.now().getTime() + 20 * DAY_MS)
    await db.kysely.updateTable('subscriptions').set({ expiresAt }).where('accountId', '=', account.id).execute()
  }
  await goTo(first, limits.renewTellMs - HOUR_MS)
  await run()
  await goTo(first, limits.renewChargeMs - HOUR_MS)
  // The job has its list and waits at the first user: before the ledger, whose rows others need.
  const { pool } = db
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from subscriptions where account_id = $1 for update', [first.account.id])
  const running = run()
  await waitUntil(async () => {
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    return (await pool.query(waiting)).rowCount
  }, 'the job to wait')
  const tokens = [await buildSession(db, renewed.account), await buildSession(db, off.account)] as const
  const wish = { action: 'renew', packageId: renewed.plan.wireId, period: 'month' } as const
  const { quoteId } = (await call(api.packages.quote, wish, { token: tokens[0] })).data
  const bought = await call(api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() }, { token: tokens[0] })
  expect(bought.status).toBe(200)
  expect((await call(api.packages.autoRenew, { on: false }, { token: tokens[1] })).status).toBe(200)
  await holder.query('rollback')
  holder.release()
  await running
  expect((await infoOf(first)).balanceFen).toBe(6000)
  expect((await infoOf(renewed)).balanceFen).toBe(6000)
  expect((await infoOf(off)).balanceFen).toBe(9000)
  expect(logged.filter((line) => line.includes('not renewed'))).toEqual([])
})

test('does not renew while paused, nor at a suspended reseller', async () => {
  const [paused, suspended] = [await buildSubscriber(), await buildSubscriber()]
  await goTo(paused, HOUR_MS)
  await db.kysely.updateTable('accounts').set({ pausedAt: clock.now() }).where('id', '=', paused.account.id).execute()
  await db.kysely
    .updateTable('resellers')
    .set({ suspendedAt: clock.now() })
    .where('id', '=', suspended.resellerId)
    .execute()
  await run()
  await run()
  expect([await mailsTo(paused), await mailsTo(suspended)]).toEqual([[], []])
})

test('a lower package begins at the end, at its price then, and only if it is still wanted', async () => {
  const [changing, kept] = [await buildSubscriber({ fen: 9000 }), await buildSubscriber({ fen: 9000 })]
  for (const subscriber of [changing, kept]) {
    const lower = await buildPackage(db, { resellerId: subscriber.resellerId, prices: { month: 1000 } })
    const token = await buildSession(db, subscriber.account)
    const wish = { packageId: lower.wireId, period: 'month' } as const
    const refused = await call(api.packages.quote, { ...wish, action: 'upgrade' }, { token })
    expect([refused.status, refused.code]).toEqual([409, 'order.wrong_action'])
    expect((await call(api.packages.next, { next: wish }, { token })).data.next).toMatchObject(wish)
    expect((await call(api.packages.list, {}, { token })).data.current.next).toMatchObject(wish)
  }
  const takenBack = await call(api.packages.next, { next: null }, { token: await buildSession(db, kept.account) })
  expect(takenBack.data).toEqual({ next: null })
  const before = await infoOf(changing)
  await goTo(changing, limits.renewChargeMs - HOUR_MS)
  await run()
  await run()
  expect(await mailsTo(changing)).toEqual([['renew_soon', '¥10.00']])
  expect((await infoOf(changing)).balanceFen).toBe(9000)
  expect((await infoOf(kept)).balanceFen).toBe(6000)
  clock.shift(Date.parse(before.expiresAt!) - clock.now().getTime() + 1000)
  await run('orders.change_ended')
  await run('orders.change_ended')
  await run()
  expect(await mailsTo(changing)).toEqual([
    ['renew_soon', '¥10.00'],
    ['renewed', '¥10.00'],
  ])
  const after = await infoOf(changing)
  expect([after.balanceFen, after.state, after.package?.id === before.package?.id]).toEqual([8000, 'active', false])
  const token = await buildSession(db, changing.account)
  expect((await call(api.packages.list, {}, { token })).data.current.next).toBeNull()
})

test('without automatic renewal a lower package is only proposed', async () => {
  const subscriber = await buildSubscriber({ isOn: false })
  const lower = await buildPackage(db, { resellerId: subscriber.resellerId, prices: { month: 1000 } })
  const token = await buildSession(db, subscriber.account)
  await call(api.packages.next, { next: { packageId: lower.wireId, period: 'month' } }, { token })
  await goTo(subscriber, -HOUR_MS)
  await run('orders.change_ended')
  await run()
  expect([await mailsTo(subscriber), (await infoOf(subscriber)).balanceFen]).toEqual([[], 3000])
  const late = await buildSession(db, subscriber.account)
  expect((await call(api.packages.list, {}, { token: late })).data.current).toMatchObject({
    state: 'expired',
    next: { packageId: lower.wireId },
  })
})

test('needs something to renew', async () => {
  const token = await buildSession(db, await buildAccount(db))
  const answer = await call(api.packages.autoRenew, { on: true }, { token })
  expect([answer.status, answer.code]).toEqual([409, 'order.wrong_action'])
  expect((await call(api.packages.autoRenew, { on: false }, { token })).status).toBe(200)
})

test('runs on schedule', () => {
  const tasks = cronItems.map(({ task }) => task)
  expect(tasks).toEqual(expect.arrayContaining(['orders.auto_renew', 'orders.expire', 'packages.reset_traffic']))
})
