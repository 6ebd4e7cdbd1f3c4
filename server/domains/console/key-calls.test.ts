import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { clock } from '../../platform/clock.ts'
import { buildKey, keyCalls } from '../../test/build/build-key.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildPackage, fundReseller } from '../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'

const made = await makeApp()
const { db, config } = made
const second = await makeApp({ DATABASE_URL: config.databaseUrl!, SECRET_KEY: config.secretKey.toString() })
checkBooksAfterEach(db)
const { user, users, cards, prices } = consoleApi
beforeEach(() => clock.reset())

let reseller = 8500
async function buildShop() {
  const resellerId = (reseller += 1)
  await buildReseller(db, { id: resellerId })
  await fundReseller(db, resellerId, 1_000_000)
  const account = await buildAccount(db, { resellerId })
  const bot = await buildKey(made, { resellerId, dailyFen: 1_000_000 })
  const both = [bot, keyCalls(second.app, bot.text)]
  const door = (at: number) => both[at % 2]!
  return { resellerId, account, bot, door, pocket: () => loadBalanceFen({ db }, { kind: 'reseller', resellerId }) }
}
const header = (key: string) => ({ headers: { 'idempotency-key': key } })
const noKey = <T extends object>(input: T) => input as T & { key: string }

test('a hundred calls at once with one name on two processes sell one plan and get one answer', async () => {
  const { resellerId, account, door, bot, pocket } = await buildShop()
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 9000, wholesaleFen: 4500 } } })
  const sale = noKey({ id: account.id, packageId: plan.wireId, period: 'month' as const, costFen: 4500 })
  const asked = Array.from({ length: 100 }, (_, at) => door(at).call(user.sell, sale, header('order-0001')))
  const answers = await Promise.all(asked)
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]!.status).toBe(200)
  expect(await pocket()).toBe(1_000_000 - 4500)
  const other = await bot.call(user.sell, { ...sale, notedFen: 1 }, header('order-0001'))
  expect([other.status, other.code]).toEqual([409, 'request.key_reused'])
  expect(await pocket()).toBe(1_000_000 - 4500)
})

test('twenty calls at once with one name make one account, and each gets its one link', async () => {
  const { door, bot, resellerId } = await buildShop()
  const wish = { userName: `shop-${resellerId}` }
  const asked = Array.from({ length: 20 }, (_, at) => door(at).call(users.create, wish, header('"customer-77"')))
  const answers = await Promise.all(asked)
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  const { accountId, link } = answers[0]!.data
  expect(link).toContain('/find_pass?')
  const code = new URLSearchParams(link!.split('#')[1]).get('code')!
  const kept = await db.pool.query(`select 1 from idempotency_keys t where t::text like '%' || $1 || '%'`, [code])
  expect(kept.rowCount, 'the table has the link sealed').toBe(0)
  const other = await bot.call(users.create, { userName: `shop-${resellerId}-b` }, header('customer-77'))
  expect(other.code).toBe('request.key_reused')
  expect((await bot.call(users.list, {})).data.rows.map(({ id }) => id)).toContain(accountId)
})

test('card keys, gifts and what is taken back happen once under one name', async () => {
  const { door, bot, account, pocket } = await buildShop()
  const buying = noKey({ kind: 'balance' as const, value: 1000, count: 2, totalFen: 2000 })
  const bought = await Promise.all([0, 1, 2, 3].map((at) => door(at).call(cards.buy, buying, header('stock-0001'))))
  expect(new Set(bought.map(({ data }) => data.batchId)).size).toBe(1)
  expect(await pocket()).toBe(998_000)
  const gift = noKey({ id: account.id, wish: { kind: 'balance' as const, amountFen: 300 }, costFen: 300 })
  const given = await Promise.all([0, 1, 2, 3].map((at) => door(at).call(user.give, gift, header('gift-00001'))))
  expect(new Set(given.map(({ text }) => text)).size).toBe(1)
  expect(await pocket()).toBe(997_700)
  const { batchId } = bought[0]!.data
  const gone = await Promise.all(
    [0, 1, 2, 3].map((at) => door(at).call(cards.voidBatch, { batchId }, header('void-0001'))),
  )
  expect(new Set(gone.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(gone[0]!.data).toEqual({ voided: 2, refundFen: 2000 })
  expect((await bot.call(cards.voidBatch, { batchId: batchId + 1 }, header('void-0001'))).code).toBe(
    'request.key_reused',
  )
  expect(await pocket()).toBe(999_700)
})

test('a call that creates or moves money must have a name, of one shape, in one place', async () => {
  const { bot, account } = await buildShop()
  const gift = noKey({ id: account.id, wish: { kind: 'balance' as const, amountFen: 300 }, costFen: 300 })
  const coupon = { code: 'SPRING', percent: 10, days: 3, uses: 1 } as never
  for (const answer of [await bot.call(user.give, gift), await bot.call(prices.addCoupon, coupon)]) {
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('"idempotency-key":"required"')])
  }
  const short = { status: 400, data: { fields: { 'idempotency-key': '8 to 150 characters, this one has 5' } } }
  expect(await bot.call(user.give, gift, header('short'))).toMatchObject(short)
  const inBody = { ...gift, key: 'tiny' } as never
  expect((await bot.call(user.give, inBody)).data).toEqual({ fields: { key: '8 to 150 characters, this one has 4' } })
  for (const wrong of ['short', 'with space', 'x'.repeat(151), "sql';--"]) {
    expect((await bot.call(user.give, gift, header(wrong))).status).toBe(400)
  }
  expect((await bot.call(user.give, { ...gift, key: 'one-name-1' }, header('one-name-2'))).status).toBe(400)
  expect((await bot.call(user.give, { ...gift, key: 'one-name-1' }, header('one-name-1'))).status).toBe(200)
  // In the body alone it is the same name.
  expect((await bot.call(user.give, { ...gift, key: 'one-name-1' })).status).toBe(200)
})

test('two keys that count alike do not take each other’s answers', async () => {
  const { resellerId, bot, account, pocket } = await buildShop()
  const other = await buildKey(made, { resellerId, dailyFen: 10_000 })
  const gift = noKey({ id: account.id, wish: { kind: 'balance' as const, amountFen: 300 }, costFen: 300 })
  for (const { call } of [bot, other]) expect((await call(user.give, gift, header('00000001'))).status).toBe(200)
  expect(await pocket()).toBe(1_000_000 - 600)
})

test('a refused call leaves its name unused', async () => {
  const { bot, account, resellerId } = await buildShop()
  const gift = noKey({ id: account.id, wish: { kind: 'balance' as const, amountFen: 300 }, costFen: 300 })
  await db.kysely.updateTable('apiKeys').set({ dailyFen: 0 }).where('resellerId', '=', resellerId).execute()
  expect((await bot.call(user.give, gift, header('later-0001'))).code).toBe('key.limit')
  await db.kysely.updateTable('apiKeys').set({ dailyFen: 300 }).where('resellerId', '=', resellerId).execute()
  expect((await bot.call(user.give, gift, header('later-0001'))).status).toBe(200)
})

test('a shop of its own: prices, an account with its link, a plan sold, what the user has, a card key', async () => {
  const { bot, resellerId, pocket } = await buildShop()
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 9000, wholesaleFen: 4500 } } })
  const [offer] = (await bot.call(prices.list, {})).data.rows.filter(({ packageId }) => packageId === plan.wireId)
  expect(offer).toMatchObject({ period: 'month', retailFen: 9000, wholesaleFen: 4500, sells: true })
  const { accountId: id, link } = (await bot.call(users.create, { userName: `own-${resellerId}` }, header('user-0001')))
    .data
  const before = (await bot.call(user.subscription, { id })).data
  expect(before).toMatchObject({ userName: `own-${resellerId}`, state: 'none', package: null })
  const sale = noKey({ id, packageId: plan.wireId, period: 'month' as const, costFen: 4500, notedFen: 9000 })
  expect((await bot.call(user.sell, sale, header('sale-0001'))).status).toBe(200)
  const after = (await bot.call(user.subscription, { id })).data
  expect(after).toMatchObject({ state: 'active', package: { id: plan.id, period: 'month' } })
  const one = noKey({ kind: 'balance' as const, value: 1000, count: 1, totalFen: 1000 })
  expect((await bot.call(cards.buy, one, header('card-0001'))).data.codes).toHaveLength(1)
  expect(await pocket()).toBe(1_000_000 - 5500)
  // The link sets the password once; no call of a key gets into the account afterwards.
  const { user: userName, code } = Object.fromEntries(new URLSearchParams(link!.split('#')[1])) as Record<
    string,
    string
  >
  const first = { dailiKey: resellerId, userName: userName!, code: code!, newPass: 'a new horse 43' }
  expect((await made.call(api.emails.findPass, first)).status).toBe(200)
  const again = (await bot.call(users.create, { userName: `own-${resellerId}` }, header('user-0001'))).data
  const used = { ...first, newPass: 'a new horse 44' }
  expect([again.link, (await made.call(api.emails.findPass, used)).code]).toEqual([link, 'email.code_wrong'])
  expect((await bot.call(user.resetCode, { id })).code).toBe('staff.forbidden')
})
