import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { civilTime } from '../../../../contract/civil-time.ts'
import { HOUR_MS } from '../../../../contract/durations.ts'
import type { ReminderKind } from '../../../../contract/events.ts'
import { jobs } from '../../../jobs.ts'
import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { buildPackage, fund } from '../../../test/build/money-factories.ts'
import { buildMerchantRow } from '../../../test/build/own-merchant.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { isDaytime } from './remind.ts'

const { call, db, config } = await makeApp()
const log = createLog('silent', { write: () => {} })
let nextReseller = 7000

afterEach(() => clock.reset())

/** Moves the clock forward to this hour of the business's day. */
function goToHour(hour: number) {
  clock.shift(((24 + hour - civilTime(clock.now(), config.businessTz).hour) % 24) * HOUR_MS)
}

/** A month has 28 to 31 days, so the end is the only sure point in it. */
async function goToDaysBeforeEnd({ account }: Buyer, days: number) {
  const { expiresAt } = await db.kysely
    .selectFrom('subscriptions')
    .select('expiresAt')
    .where('accountId', '=', account.id)
    .executeTakeFirstOrThrow()
  clock.shift(expiresAt!.getTime() - days * 24 * HOUR_MS - clock.now().getTime())
}

const JOBS = ['notices.remind', 'orders.receipts', 'payments.receipts', 'orders.auto_renew'] as const
/** Each job twice at the same moment; month.test.ts has two processes. */
async function runTwice() {
  for (const job of JOBS) {
    const ctx = () => ({ db, config, log, now: clock.now(), isLastAttempt: false })
    await Promise.all([jobs[job](ctx(), {}), jobs[job](ctx(), {})])
  }
}

/** A user who bought a month now, with `fen` left. */
async function buildBuyer({ fen = 0 } = {}) {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const account = await buildAccount(db, { resellerId, email: `remind-${resellerId}@example.com` })
  const plan = await buildPackage(db, { resellerId })
  await fund(db, account, 3000 + fen)
  const buy = async (action: 'new' | 'renew') => {
    const token = await buildSession(db, account)
    const wish = { action, packageId: plan.wireId, period: 'month' } as const
    const { quoteId } = (await call(api.packages.quote, wish, { token })).data
    expect((await call(api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() }, { token })).status).toBe(200)
  }
  await buy('new')
  return { account, resellerId, buy }
}
type Buyer = Awaited<ReturnType<typeof buildBuyer>>

/** Money from a gateway that is on the balance. */
async function buildPaidTopUp(account: Buyer['account'], amountFen: number) {
  const { id: merchantId } = await buildMerchantRow({ db, config }, null)
  const number = randomUUID().replaceAll('-', '')
  await db.kysely
    .insertInto('payments')
    .values({
      outTradeNo: `T${number}`,
      purpose: 'user',
      resellerId: account.resellerId,
      accountId: account.id,
      merchantId,
      merchantOwnerKey: -1,
      channel: 'alipay',
      amountFen,
      state: 'paid',
      creditedTo: 'balance',
      tradeNo: number,
      paidAt: clock.now(),
      countsBalance: true,
      keyHash: randomBytes(32),
      askedHash: randomBytes(32),
      createdAt: clock.now(),
      expiresAt: clock.now(),
    })
    .execute()
}

async function remindersOf({ account }: Buyer) {
  const mails = await db.kysely
    .selectFrom('mails')
    .select(['template', 'params', 'createdAt'])
    .where('accountId', '=', account.id)
    .orderBy('createdAt')
    .execute()
  const token = await buildSession(db, account)
  const bell = (await call(api.notices.list, {}, { token })).data.items
  return {
    mails: mails.map(({ template, params }) => {
      const { days, percent } = params as { days?: string; percent?: string }
      return [template, days ?? percent].filter(Boolean).join(' ')
    }),
    hours: mails.map(({ createdAt }) => civilTime(createdAt, config.businessTz).hour),
    bell: bell.map(({ title }) => title).toReversed(),
  }
}

const STEP_H = 4

/** Lets days pass, and starts the jobs every four hours, by day and by night. */
async function live(days: number, each: (day: number) => Promise<unknown> = async () => {}) {
  for (let hour = 0; hour < days * 24; hour += STEP_H) {
    if (hour % 24 === STEP_H) await each(Math.floor(hour / 24))
    await runTwice()
    clock.shift(STEP_H * HOUR_MS)
  }
}

const use = (buyer: Buyer, share: number) =>
  db.pool.query('update subscriptions set used_bytes = ceil(total_bytes * $2::numeric) where account_id = $1', [
    buyer.account.id,
    share,
  ])

test.each([
  ['08:59', false],
  ['09:00', true],
  ['20:59', true],
  ['21:00', false],
])("at %s of the business's day reminders go out: %s", (time, goes) => {
  const now = new Date(`2026-11-14T${time}:00+08:00`)
  expect(isDaytime({ now, config: { businessTz: 'Asia/Shanghai' } })).toBe(goes)
})

test('a month without renewal: each reminder once, by bell and by mail, never at night', async () => {
  goToHour(23)
  const buyer = await buildBuyer()
  const shares = new Map([
    [3, 0.79],
    [5, 0.81],
    [9, 0.96],
    [12, 1],
  ])
  // At three in the night.
  await live(32, async (day) => shares.has(day) && use(buyer, shares.get(day)!))
  const { mails, hours, bell } = await remindersOf(buyer)
  expect(mails).toEqual([
    'receipt',
    'traffic_used 80',
    'traffic_used 95',
    'traffic_used 100',
    'package_ends 7',
    'package_ends 3',
    'package_ends 1',
    'package_ends 0',
  ])
  expect(hours.every((hour) => hour >= 9 && hour < 21)).toBe(true)
  expect(bell).toEqual([
    '已付 ¥30.00',
    '流量已用 80%',
    '流量已用 95%',
    '流量用完了',
    '套餐还有 7 天到期',
    '套餐还有 3 天到期',
    '套餐还有 1 天到期',
    '套餐今天到期',
  ])
})

test.each([true, false])('still sold: %s. The reminder of the end proposes what can be bought', async (isOn) => {
  goToHour(10)
  const buyer = await buildBuyer()
  await db.kysely.updateTable('packageOffers').set({ isOn }).where('resellerId', '=', buyer.resellerId).execute()
  clock.shift(23 * 24 * HOUR_MS)
  await live(1)
  const token = await buildSession(db, buyer.account)
  const said = JSON.stringify((await call(api.notices.list, {}, { token })).data.items)
  expect(said.includes('提前续费')).toBe(isOn)
  expect(said.includes('这个套餐不能续费，选一个别的接着用。')).toBe(!isOn)
})

test('after a renewal nothing more is said about the old end', async () => {
  goToHour(10)
  const buyer = await buildBuyer({ fen: 3000 })
  await goToDaysBeforeEnd(buyer, 8)
  await live(3)
  await buyer.buy('renew')
  await live(9)
  const { mails } = await remindersOf(buyer)
  expect(mails.filter((mail) => mail.startsWith('package_ends'))).toEqual(['package_ends 7'])
})

test('a switch that is off stops bell and mail, and switching it on sends nothing old', async () => {
  goToHour(10)
  const buyer = await buildBuyer()
  const token = await buildSession(db, buyer.account)
  const kinds: ReminderKind[] = ['traffic', 'receipt']
  for (const kind of kinds) await call(api.notices.remind, { kind, on: false }, { token })
  expect((await call(api.notices.reminders, {}, { token })).data).toEqual({
    ends: true,
    traffic: false,
    receipt: false,
    renewal: true,
    answer: true,
  })
  await use(buyer, 0.85)
  await runTwice()
  await call(api.notices.remind, { kind: 'traffic', on: true }, { token })
  await runTwice()
  expect(await remindersOf(buyer)).toMatchObject({ mails: [], bell: [] })
  await use(buyer, 1)
  await runTwice()
  expect(await remindersOf(buyer)).toMatchObject({ mails: ['traffic_used 100'], bell: ['流量用完了'] })
})

test('a renewal that cannot be paid is told once, in the morning if it failed at night', async () => {
  goToHour(22)
  const buyer = await buildBuyer()
  const token = await buildSession(db, buyer.account)
  await call(api.packages.autoRenew, { on: true }, { token })
  clock.shift(26 * 24 * HOUR_MS)
  await live(6)
  const { mails, hours } = await remindersOf(buyer)
  expect(mails.filter((mail) => mail === 'renew_failed')).toHaveLength(1)
  const hour = hours[mails.indexOf('renew_failed')]!
  expect(hour >= 9 && hour < 21).toBe(true)
  expect(mails.some((mail) => mail.startsWith('package_ends'))).toBe(false)
})

test('a top-up and a payment that came too late have a receipt, by the same switch', async () => {
  goToHour(10)
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const account = await buildAccount(db, { resellerId, email: `top-up-${resellerId}@example.com` })
  const buyer = { account, resellerId, buy: async () => {} }
  await buildPaidTopUp(account, 5000)
  await runTwice()
  await runTwice()
  expect(await remindersOf(buyer)).toMatchObject({ mails: ['receipt'], bell: ['已付 ¥50.00'] })
  const token = await buildSession(db, account)
  await call(api.notices.remind, { kind: 'receipt', on: false }, { token })
  await buildPaidTopUp(account, 6000)
  await runTwice()
  expect((await remindersOf(buyer)).mails).toEqual(['receipt'])
})

test('paused, blocked and deleted users hear nothing', async () => {
  goToHour(10)
  const buyer = await buildBuyer()
  await use(buyer, 1)
  await db.kysely.updateTable('accounts').set({ pausedAt: clock.now() }).where('id', '=', buyer.account.id).execute()
  await runTwice()
  expect((await remindersOf(buyer)).mails).toEqual(['receipt'])
})

test('words of people are no markup behind the bell', async () => {
  const name = '**畅享** [a](https://evil.example) 1.5'
  const buyer = await buildBuyer()
  await db.kysely
    .updateTable('packages')
    .set({ name })
    .where('id', '=', (id) =>
      id.selectFrom('subscriptions').select('packageId').where('accountId', '=', buyer.account.id),
    )
    .execute()
  await goToDaysBeforeEnd(buyer, 3)
  goToHour(10)
  await runTwice()
  const token = await buildSession(db, buyer.account)
  const bell = (await call(api.notices.list, {}, { token })).data.items
  const runs = bell.flatMap(({ blocks }) => blocks.flatMap((block) => block.runs))
  expect(runs.map(({ text }) => text).join('')).toContain(name)
  expect(runs.filter(({ href, isStrong }) => href !== null || isStrong)).toEqual([])
})
