import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import { limits } from '../../../../contract/limits.ts'
import { jobs } from '../../../jobs.ts'
import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount } from '../../../test/build/factories.ts'
import { buildCoupon, buildPackage } from '../../../test/build/money-factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { startAtNoon } from '../../../test/run/start-at-noon.ts'

const app = await makeApp()
const { db, call, config } = app
const { reminderTexts } = consoleApi
let resellerId = 6650

beforeEach(() => {
  startAtNoon()
  resellerId += 1
})

/** A user whose plan ends in three days. */
async function buildEnding(packageId: number, language: 'zh-CN' | 'en' = 'zh-CN') {
  const account = await buildAccount(db, { resellerId, email: `ends-${packageId}-${language}@words.example` })
  await db.kysely.updateTable('accounts').set({ language }).where('id', '=', account.id).execute()
  const expiresAt = new Date(clock.now().getTime() + 3 * DAY_MS)
  const row = { resellerId, accountId: account.id, packageId, period: 'month' as const, expiresAt }
  await db.kysely
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['resellerId', 'accountId']).doUpdateSet(row))
    .execute()
  return account
}

const remind = () =>
  jobs['notices.remind']({ db, config, log: createLog('silent'), now: clock.now(), isLastAttempt: false }, {})

async function wordsTo({ id }: { id: number }) {
  const mail = db.kysely.selectFrom('mails').select('params').where('accountId', '=', id)
  const { text, coupon } = (await mail.executeTakeFirstOrThrow()).params as { text: string; coupon: string }
  return [text, coupon]
}

test('own words and a coupon stand in the reminder of that plan, in the reader’s language', async () => {
  const plan = await buildPackage(db, { resellerId })
  const other = await buildPackage(db, { resellerId })
  const { call: ask } = await buildStaff(app, { resellerId, email: `me-${resellerId}@words.example` })
  await ask(consoleApi.prices.addCoupon, { code: 'STAY-10', percent: 10 })
  const own = {
    packageId: plan.wireId,
    body: '续一年更便宜。\n有事找客服。',
    en: 'A year is cheaper.',
    coupon: 'stay-10',
  }
  expect((await ask(reminderTexts.save, own)).status).toBe(200)
  const row = (await ask(reminderTexts.list, {})).data.rows.find(({ packageId }) => packageId === plan.wireId)!
  const coupon = { code: 'STAY-10', isValid: true }
  expect(row.own).toMatchObject({ body: own.body, en: own.en, coupon })
  const seen = (await ask(reminderTexts.preview, { packageId: plan.wireId, body: own.body, coupon: 'stay-10' })).data
  expect(seen.lines.slice(1)).toEqual(['续一年更便宜。', '有事找客服。', '优惠码 STAY-10，下单时填上。'])
  expect([seen.title, seen.button]).toEqual(['套餐还有 3 天到期', '去续费'])
  const trial = { packageId: plan.wireId, body: own.body }
  expect((await ask(reminderTexts.sendToMe, trial)).data).toEqual({ to: `me-${resellerId}@words.example` })
  const [chinese, english, others] = [
    await buildEnding(plan.id),
    await buildEnding(plan.id, 'en'),
    await buildEnding(other.id),
  ]
  await remind()
  expect(await wordsTo(chinese)).toEqual([own.body, 'STAY-10'])
  expect(await wordsTo(english)).toEqual([own.en, 'STAY-10'])
  expect(await wordsTo(others), 'ours').toEqual(['', ''])
  const bell = (await call(api.notices.list, {}, { token: await buildSession(db, chinese) })).data.items
  const paragraphs = bell[0]!.blocks.map(({ runs }) => runs.map(({ text }) => text).join(''))
  expect(paragraphs.slice(1)).toEqual(['续一年更便宜。', '有事找客服。', '优惠码 STAY-10，下单时填上。'])
  expect((await ask(reminderTexts.reset, { packageId: plan.wireId })).status).toBe(200)
  expect((await ask(reminderTexts.reset, { packageId: plan.wireId })).code).toBe('object.unknown')
})

test('a coupon that is over is left out, and a plan that cannot be renewed has our words', async () => {
  const plan = await buildPackage(db, { resellerId })
  const { call: ask } = await buildStaff(app, { resellerId })
  await ask(consoleApi.prices.addCoupon, { code: 'SHORT', percent: 10 })
  await ask(reminderTexts.save, { packageId: plan.wireId, body: '再来一年', coupon: 'SHORT' })
  await ask(consoleApi.prices.endCoupon, { code: 'SHORT' })
  const row = (await ask(reminderTexts.list, {})).data.rows.find(({ packageId }) => packageId === plan.wireId)!
  expect(row.own).toMatchObject({ coupon: { code: 'SHORT', isValid: false } })
  const user = await buildEnding(plan.id)
  await remind()
  expect(await wordsTo(user)).toEqual(['再来一年', ''])
  const late = await buildEnding(plan.id, 'en')
  await ask(consoleApi.prices.switch, { packageId: plan.wireId, period: 'month', on: false })
  await remind()
  expect(await wordsTo(late)).toEqual(['', ''])
})

test('what is no plain text, no plan of the shop or no coupon for all is refused', async () => {
  const plan = await buildPackage(db, { resellerId })
  const pack = await buildPackage(db, { resellerId, kind: 'pack', prices: { once: 1000 } })
  const theirs = await buildPackage(db, { resellerId: resellerId + 100 })
  const forEver = await buildPackage(db, { resellerId, prices: { once: 9000 } })
  const { call: ask } = await buildStaff(app, { resellerId })
  const save = async (change: { packageId?: string; body?: string; coupon?: string }) =>
    (await ask(reminderTexts.save, { packageId: plan.wireId, body: 'x', ...change })).code
  const { id: accountId } = await buildAccount(db, { resellerId })
  const { code: mine } = await buildCoupon(db, { resellerId, accountId })
  const { code: otherPlans } = await buildCoupon(db, { resellerId, packageId: pack.id })
  expect(await save({ body: 'a'.repeat(limits.reminderTextMax) })).toBeNull()
  expect(await save({ body: 'a'.repeat(limits.reminderTextMax + 1) })).toBe('request.invalid')
  expect(await save({ body: ' ' })).toBe('request.invalid')
  expect(await save({ body: 'a\u0007' })).toBe('request.invalid')
  for (const packageId of [pack.wireId, forEver.wireId, theirs.wireId, '999999']) {
    expect(await save({ packageId }), packageId).toBe('object.unknown')
  }
  for (const coupon of [mine, otherPlans, 'NOTHERE']) expect(await save({ coupon }), coupon).toBe('coupon.unknown')
  const viewer = await buildStaff(app, { resellerId, role: 'viewer' })
  expect((await viewer.call(reminderTexts.list, {})).code).toBe('staff.forbidden')
})
