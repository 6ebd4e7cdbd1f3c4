import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { clock } from '../../../platform/clock.ts'
import { buildCards } from '../../../test/build/build-cards.ts'
import { buildKey } from '../../../test/build/build-key.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { buildPackage, fundReseller } from '../../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { dumpEveryRow } from '../../../test/look/every-row.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { eraseDueKeys, UNSAVED_MS } from '../../cards/unsaved-keys.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'

const app = await makeApp()
const { db, call, config } = app
checkBooksAfterEach(db)
const { cards } = consoleApi
let resellerId = 6100

beforeEach(async () => {
  clock.reset()
  await buildReseller(db, { id: (resellerId += 1) })
})

const balance = () => loadBalanceFen({ db }, { kind: 'reseller', resellerId })
const jobCtx = () => ({ db, config, now: clock.now(), log: app.app.log as never, isLastAttempt: false })
const looksAtKeys = () =>
  db.kysely
    .selectFrom('auditLog')
    .select('actor')
    .where('action', '=', 'cards.keys_shown')
    .where('resellerId', '=', resellerId)
    .orderBy('id')
    .execute()
const want = { kind: 'balance', value: 1000, count: 3 } as const

test('a batch costs the price shown, and its keys are nowhere in the clear', async () => {
  const { call: ask } = await buildStaff(app, { resellerId })
  await fundReseller(db, resellerId, 3000)
  expect((await ask(cards.quote, want)).data).toEqual({ costFen: 1000, totalFen: 3000, retailFen: 1000 })
  const key = randomUUID()
  const wrong = await ask(cards.buy, { ...want, totalFen: 2999, key })
  expect([wrong.code, await balance()]).toEqual(['order.price_changed', 3000])
  const { data: bought } = await ask(cards.buy, { ...want, totalFen: 3000, key })
  expect(bought).toMatchObject({ totalFen: 3000, isRepeated: false })
  expect(new Set(bought.codes).size).toBe(3)
  const again = (await ask(cards.buy, { ...want, totalFen: 3000, key })).data
  expect([again, await balance()]).toEqual([{ ...bought, isRepeated: true }, 0])
  const dump = await dumpEveryRow(db)
  for (const code of bought.codes) expect(dump).not.toContain(code)
  expect((await ask(cards.buy, { ...want, totalFen: 3000, key: randomUUID() })).code).toBe('balance.short')
  const { rows } = (await ask(cards.batches, {})).data
  expect(rows[0]).toMatchObject({ batchId: bought.batchId, keyCount: 3, unused: 3, redeemed: 0, costFen: 1000 })
})

async function buyThree() {
  const owner = await buildStaff(app, { resellerId })
  await fundReseller(db, resellerId, 3000)
  const { data } = await owner.call(cards.buy, { ...want, totalFen: 3000, key: randomUUID() })
  return { owner, batchId: data.batchId, codes: data.codes }
}
const keysUntil = async ({ call: ask }: Awaited<ReturnType<typeof buildStaff>>) =>
  (await ask(cards.batches, {})).data.rows[0]!.keysUntil

test('a program that lost the answer gets the same keys under its name, until they are saved and for a day at most', async () => {
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1000 } } })
  await fundReseller(db, resellerId, 6000)
  const bot = await buildKey(app, { resellerId, dailyFen: 6000 })
  const wish = { kind: 'package', packageId: plan.wireId, value: 1, count: 3, totalFen: 3000, expiresDays: 30 } as const
  const asks = { ...wish, key: 'card-7001' }
  const first = (await bot.call(cards.buy, asks)).data
  expect(first.codes).toHaveLength(3)
  const again = { ...first, isRepeated: true }
  await db.kysely.updateTable('packageOffers').set({ isOn: false }).where('packageId', '=', plan.id).execute()
  clock.shift(60_000)
  expect((await bot.call(cards.buy, asks)).data, 'later, and no longer for sale').toEqual(again)
  expect([await balance(), await looksAtKeys()]).toEqual([3000, [{ actor: `key:${bot.short}` }]])

  for (const other of [{ count: 2, totalFen: 2000 }, { totalFen: 2999 }, { expiresDays: 31 }]) {
    expect((await bot.call(cards.buy, { ...asks, ...other })).code, JSON.stringify(other)).toBe('request.key_reused')
  }
  const stranger = await buildKey(app, { resellerId, dailyFen: 6000 })
  expect((await stranger.call(cards.buy, asks)).code, 'its name is another one').toBe('package.not_for_sale')

  await bot.call(cards.confirmSaved, { batchId: first.batchId })
  expect((await bot.call(cards.buy, asks)).data).toEqual({ ...again, codes: [] })
  await db.kysely.updateTable('packageOffers').set({ isOn: true }).where('packageId', '=', plan.id).execute()
  const late = { ...wish, key: 'card-7002' }
  expect((await bot.call(cards.buy, late)).data.codes).toHaveLength(3)
  clock.shift(UNSAVED_MS)
  expect((await bot.call(cards.buy, late)).data.codes).toEqual([])
  expect(await balance()).toBe(0)
})

test('a buyer who clicked away reads the keys again until they are confirmed as saved, and each look is audited', async () => {
  const { owner, batchId, codes } = await buyThree()
  const shown = (await owner.call(cards.showKeys, { batchId })).data
  expect(shown).toMatchObject({ batchId, codes, kind: 'balance', amountFen: 1000, expiresAt: null })
  expect(shown.redeemUrl).toContain('/user/kmList')
  expect(await keysUntil(owner)).toBe(shown.keysUntil)
  const manager = await buildStaff(app, { resellerId, role: 'manager' })
  expect((await manager.call(cards.showKeys, { batchId })).data.codes).toEqual(codes)
  expect(await looksAtKeys()).toEqual([{ actor: `staff:${owner.staffId}` }, { actor: `staff:${manager.staffId}` }])
  expect((await owner.call(cards.confirmSaved, { batchId })).status).toBe(200)
  for (const route of [cards.showKeys, cards.confirmSaved]) {
    expect((await owner.call(route, { batchId })).code).toBe('object.unknown')
  }
  expect(await keysUntil(owner)).toBe(null)
})

test('unsaved keys are shown to nobody of another reseller, to no viewer, and not without a fresh factor', async () => {
  const { owner, batchId } = await buyThree()
  const stranger = await buildStaff(app, { resellerId: resellerId + 5000 })
  const viewer = await buildStaff(app, { resellerId, role: 'viewer' })
  for (const route of [cards.showKeys, cards.confirmSaved]) {
    expect((await stranger.call(route, { batchId })).code).toBe('object.unknown')
    expect((await viewer.call(route, { batchId })).code).toBe('staff.forbidden')
  }
  expect(await keysUntil(viewer)).toBe(null)
  clock.shift(staffLimits.proofMs)
  expect((await owner.call(cards.showKeys, { batchId })).code).toBe('staff.step_up')
  const again = await buildStaff(app, { resellerId })
  expect((await again.call(cards.showKeys, { batchId })).data.codes).toHaveLength(3)
})

test('keys that nobody confirmed are gone after a day, before and after the job erases them', async () => {
  const { batchId } = await buyThree()
  clock.shift(UNSAVED_MS - 60_000)
  const early = await buildStaff(app, { resellerId })
  expect((await early.call(cards.showKeys, { batchId })).data.codes).toHaveLength(3)
  await eraseDueKeys(jobCtx())
  expect(await db.kysely.selectFrom('unsavedKeys').select('batchId').where('batchId', '=', batchId).execute()).toEqual([
    { batchId },
  ])
  clock.shift(60_000)
  expect((await early.call(cards.showKeys, { batchId })).code).toBe('object.unknown')
  expect(await keysUntil(early)).toBe(null)
  await eraseDueKeys(jobCtx())
  expect(await db.kysely.selectFrom('unsavedKeys').selectAll().where('batchId', '=', batchId).execute()).toEqual([])
})

test('a key that was made void is left out of the unsaved ones, and none is left of a batch that is over', async () => {
  const { owner, batchId, codes } = await buyThree()
  const { rows } = (await owner.call(cards.list, { search: codes[0]!.slice(-4) })).data
  await owner.call(cards.voidCard, { cardId: rows[0]!.cardId })
  expect((await owner.call(cards.showKeys, { batchId })).data.codes).toEqual(codes.slice(1))
  await owner.call(cards.voidBatch, { batchId })
  expect((await owner.call(cards.showKeys, { batchId })).code).toBe('object.unknown')
})

test('buying needs a fresh factor and the permission to see prices', async () => {
  await fundReseller(db, resellerId, 10_000)
  const owner = await buildStaff(app, { resellerId })
  clock.shift(staffLimits.proofMs)
  const late = await owner.call(cards.buy, { ...want, totalFen: 3000, key: randomUUID() })
  expect([late.status, late.code, await balance()]).toEqual([403, 'staff.step_up', 10_000])
  const blind = await buildStaff(app, { resellerId, permissions: ['cards.read', 'cards.write'] })
  expect((await blind.call(cards.quote, want)).code).toBe('staff.forbidden')
  expect((await blind.call(cards.buy, { ...want, totalFen: 3000, key: randomUUID() })).code).toBe('staff.forbidden')
  expect((await blind.call(cards.choices, {})).data.balanceFen).toBe(null)
  const support = await buildStaff(app, { resellerId, role: 'support' })
  expect((await support.call(cards.choices, {})).code).toBe('staff.forbidden')
})

test('a key is found by its text and by its last four characters, only by its own reseller', async () => {
  const { codes } = await buildCards(db, { resellerId, count: 2 })
  const { call: ask } = await buildStaff(app, { resellerId, role: 'support' })
  const found = (await ask(cards.find, { code: ` ${codes[0]!.toLowerCase()} ` })).data
  expect(found).toMatchObject({ state: 'unused', lastFour: codes[0]!.slice(-4), amountFen: 5000 })
  const { rows } = (await ask(cards.list, { search: codes[1]!.slice(-4).toLowerCase() })).data
  expect(rows.map(({ lastFour }) => lastFour)).toEqual([codes[1]!.slice(-4)])
  const stranger = await buildStaff(app, { resellerId: resellerId + 5000 })
  expect((await stranger.call(cards.find, { code: codes[0]! })).code).toBe('card.unknown')
  expect((await stranger.call(cards.list, {})).data.rows).toEqual([])
  expect((await ask(cards.export, {})).data.text).not.toContain(codes[0]!.slice(0, 8))
})

test('voiding keeps the keys given to users and refunds the rest', async () => {
  const { codes, batchId } = await buildCards(db, { resellerId, count: 3 })
  const user = await buildAccount(db, { resellerId })
  const { call: ask } = await buildStaff(app, { resellerId })
  const before = await balance()
  expect((await ask(cards.assign, { userName: user.userName, codes: [codes[0]!] })).data).toEqual({ assigned: 1 })
  expect((await ask(cards.assign, { userName: 'nobody-here', codes: [codes[1]!] })).code).toBe('object.unknown')
  const given = (await ask(cards.list, { state: 'assigned' })).data.rows
  expect(given.map(({ assignedTo }) => assignedTo!.userName)).toEqual([user.userName])
  expect((await ask(cards.voidCard, { cardId: given[0]!.cardId })).code).toBe('card.used')
  const free = (await ask(cards.list, { state: 'unused', search: codes[1]!.slice(-4) })).data.rows[0]!
  expect((await ask(cards.voidCard, { cardId: free.cardId })).data).toEqual({ voided: 1, refundFen: 5000 })
  expect((await ask(cards.voidBatch, { batchId })).data).toEqual({ voided: 1, refundFen: 5000 })
  expect(await balance()).toBe(before + 10_000)
  const token = await buildSession(db, user)
  expect((await call(api.cards.redeem, { code: codes[0]! }, { token })).status).toBe(200)
  expect((await call(api.cards.redeem, { code: codes[1]! }, { token })).code).toBe('card.expired')
  const stranger = await buildStaff(app, { resellerId: resellerId + 5000 })
  for (const id of [batchId, 999_999]) {
    expect((await stranger.call(cards.voidBatch, { batchId: id })).code).toBe('object.unknown')
  }
})

test('keys can be made for plans and packs that the shop offers', async () => {
  const plan = await buildPackage(db, { resellerId, prices: { month: 3000, year: 30_000 } })
  const { call: ask } = await buildStaff(app, { resellerId })
  const { packages } = (await ask(cards.choices, {})).data
  expect(packages).toMatchObject([{ packageId: plan.wireId, kind: 'plan', periods: ['month', 'year'] }])
  const quote = { kind: 'package', packageId: plan.wireId, value: 12, count: 2 } as const
  expect((await ask(cards.quote, quote)).data).toEqual({ costFen: 15_000, totalFen: 30_000, retailFen: 30_000 })
  expect((await ask(cards.quote, { ...quote, value: 2 })).code).toBe('request.invalid')
})

test('a gift link costs wholesale, is held, comes back, and its use is seen; nobody else can take it back', async () => {
  const { giftLinks } = consoleApi
  const owner = await buildStaff(app, { resellerId })
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1000 } } })
  await fundReseller(db, resellerId, 1000)
  const { offers } = (await owner.call(giftLinks.offers, {})).data
  expect(offers[0]).toMatchObject({
    packageId: plan.wireId,
    prices: expect.arrayContaining([{ days: 7, priceFen: 234 }]),
  })
  const wish = { packageId: plan.wireId, days: 7 as const, priceFen: 234 }
  expect((await owner.call(giftLinks.make, { ...wish, priceFen: 1, key: randomUUID() })).code).toBe(
    'order.price_changed',
  )
  const key = randomUUID()
  const first = (await owner.call(giftLinks.make, { ...wish, key })).data
  expect((await owner.call(giftLinks.make, { ...wish, key })).data).toMatchObject({
    url: null,
    link: { id: first.link.id },
  })
  expect([await balance(), await loadBalanceFen({ db }, { kind: 'bulk_hold', resellerId })]).toEqual([766, 234])
  const second = (await owner.call(giftLinks.make, { ...wish, key: randomUUID() })).data
  const stranger = await buildStaff(app, { resellerId: resellerId + 5000 })
  expect((await stranger.call(giftLinks.takeBack, { id: second.link.id })).code).toBe('object.unknown')
  expect((await owner.call(giftLinks.takeBack, { id: second.link.id })).data).toMatchObject({ state: 'returned' })
  expect(await balance()).toBe(766)
  const account = await buildAccount(db, { resellerId })
  const code = first.url!.split('#')[1]!
  expect((await call(api.cards.redeem, { code }, { token: await buildSession(db, account) })).status).toBe(200)
  const { rows } = (await owner.call(giftLinks.list, { state: 'used' })).data
  expect(rows).toMatchObject([{ id: first.link.id, usedBy: { accountId: account.id }, priceFen: 234 }])
  expect(await loadBalanceFen({ db }, { kind: 'bulk_hold', resellerId })).toBe(0)
  const viewer = await buildStaff(app, { resellerId, role: 'viewer' })
  expect((await viewer.call(giftLinks.make, { ...wish, key: randomUUID() })).code).toBe('staff.forbidden')
})

test('a gift link beyond the daily spending asks for the factor', async () => {
  const { giftLinks } = consoleApi
  const owner = await buildStaff(app, { resellerId })
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 9000, wholesaleFen: 6000 } } })
  await fundReseller(db, resellerId, 60_000)
  clock.shift(staffLimits.proofMs)
  const make = (days: 7 | 30, priceFen: number) =>
    owner.call(giftLinks.make, { packageId: plan.wireId, days, priceFen, key: randomUUID() })
  expect((await make(7, 1400)).status).toBe(200)
  expect((await make(30, 6000)).code).toBe('staff.step_up')
  expect(await balance()).toBe(58_600)
})

test('what is left lasts as long as the last thirty days say, and the last purchase can be made again', async () => {
  const { call: ask } = await buildStaff(app, { resellerId })
  await fundReseller(db, resellerId, 100_000)
  const user = await buildAccount(db, { resellerId })
  const buy = async (wish: { value: number; count: number; expiresDays?: number; priceFen?: number }) =>
    (await ask(cards.buy, { kind: 'balance', ...wish, totalFen: wish.value * wish.count, key: randomUUID() })).data
  const assign = (codes: string[]) => ask(cards.assign, { userName: user.userName, codes })
  const old = await buy({ value: 1000, count: 12 })
  await assign(old.codes.slice(0, 2))
  clock.shift(31 * 86_400_000)
  const { call: later } = await buildStaff(app, { resellerId })
  const stock = async () => (await later(cards.stock, {})).data.rows
  const wish = { kind: 'balance', amountFen: 1000, left: 10 }
  expect(await stock(), 'a month ago is no pace').toMatchObject([{ ...wish, gone: 0, lastsDays: null }])
  const token = await buildSession(db, user)
  expect((await call(api.cards.redeem, { code: old.codes[2]! }, { token })).status).toBe(200)
  expect((await later(cards.assign, { userName: user.userName, codes: old.codes.slice(3, 5) })).status).toBe(200)
  expect(await stock()).toMatchObject([{ ...wish, left: 7, gone: 3, lastsDays: 70 }])
  const next = { kind: 'balance', value: 1000, count: 3, expiresDays: 90, priceFen: 900, totalFen: 3000 } as const
  const { batchId } = (await later(cards.buy, { ...next, key: randomUUID() })).data
  const last = { batchId, keyCount: 3, goodDays: 90, priceFen: 900 }
  expect(await stock()).toMatchObject([{ ...wish, left: 10, gone: 3, lastsDays: 100, last }])
  await later(cards.voidBatch, { batchId })
  expect((await stock())[0], 'what is void is no stock').toMatchObject({ left: 7 })
  const other = await buildStaff(app, { resellerId: (resellerId += 1) })
  expect((await other.call(cards.stock, {})).data.rows).toEqual([])
})
