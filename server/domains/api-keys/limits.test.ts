import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { consoleApi } from '../../../contract/console/api.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { buildKey, keyCalls } from '../../test/build/build-key.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildPackage, fundReseller } from '../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { startAtNoon } from '../../test/run/start-at-noon.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'

const made = await makeApp()
const { db, config } = made
const second = await makeApp({ DATABASE_URL: config.databaseUrl!, SECRET_KEY: config.secretKey.toString() })
checkBooksAfterEach(db)
const { user, users, cards, keys } = consoleApi
beforeEach(startAtNoon)

let reseller = 8300
async function buildShop(dailyFen: number) {
  const resellerId = (reseller += 1)
  await buildReseller(db, { id: resellerId })
  await fundReseller(db, resellerId, 100_000)
  const { id } = await buildAccount(db, { resellerId })
  const bot = await buildKey(made, { resellerId, dailyFen })
  return { resellerId, id, bot, pocket: () => loadBalanceFen({ db }, { kind: 'reseller', resellerId }) }
}
const giving = (id: number, amountFen: number) => ({
  id,
  wish: { kind: 'balance', amountFen } as const,
  costFen: amountFen,
  key: randomUUID(),
})
const codeOf = async (answer: Promise<{ status: number; code: string | null }>) => {
  const { status, code } = await answer
  return code ?? status
}

test('a key spends nothing unless its maker said how much', async () => {
  const { bot, id, pocket } = await buildShop(0)
  expect(await codeOf(bot.call(user.give, giving(id, 1)))).toBe('key.limit')
  const wanted = { kind: 'balance', value: 1000, count: 1 } as const
  expect(await codeOf(bot.call(cards.buy, { ...wanted, totalFen: 1000, key: randomUUID() }))).toBe('key.limit')
  expect(await pocket()).toBe(100_000)
})

test('a key spends to its last fen in a business day, by gifts, sales and card keys, and again the next day', async () => {
  const { bot, id, resellerId, pocket } = await buildShop(10_000)
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 9000, wholesaleFen: 4500 } } })
  const sale = { id, packageId: plan.wireId, period: 'month', costFen: 4500, key: randomUUID() } as const
  expect(await codeOf(bot.call(user.sell, sale))).toBe(200)
  expect(await codeOf(bot.call(user.sell, sale)), 'sent again it spends nothing').toBe(200)
  const buying = { kind: 'balance', value: 1000, count: 3, totalFen: 3000, key: randomUUID() } as const
  expect(await codeOf(bot.call(cards.buy, buying))).toBe(200)
  expect(await codeOf(bot.call(cards.buy, buying))).toBe(200)
  const gift = giving(id, 2500)
  expect(await codeOf(bot.call(user.give, gift))).toBe(200)
  expect(await codeOf(bot.call(user.give, gift))).toBe(200)
  expect(await pocket()).toBe(90_000)
  expect((await bot.maker.call(keys.list, {})).data.rows[0]).toMatchObject({ dailyFen: 10_000, spentFen: 10_000 })
  expect(await codeOf(bot.call(user.give, giving(id, 1)))).toBe('key.limit')
  clock.shift(DAY_MS)
  expect(await codeOf(bot.call(user.give, giving(id, 10_000)))).toBe(200)
  expect(await codeOf(bot.call(user.give, giving(id, 1)))).toBe('key.limit')
})

test('of calls at once that exceed the limit together, only what fits goes through', async () => {
  const { bot, id, pocket } = await buildShop(5000)
  const both = [bot, keyCalls(second.app, bot.text)]
  const asked = Array.from({ length: 10 }, (_, at) => codeOf(both[at % 2]!.call(user.give, giving(id, 2000))))
  const codes = (await Promise.all(asked)).map(String)
  expect(codes.filter((code) => code === '200')).toHaveLength(2)
  expect(new Set(codes)).toEqual(new Set(['200', 'key.limit']))
  expect(await pocket()).toBe(96_000)
})

test('what failed is not counted', async () => {
  const { bot, id } = await buildShop(200_000)
  expect(await codeOf(bot.call(user.give, giving(id, 150_000)))).toBe('balance.short')
  expect((await bot.maker.call(keys.list, {})).data.rows[0]!.spentFen).toBe(0)
})

test('a key over its rate waits as long as it is told, while others go on', async () => {
  const { resellerId } = await buildShop(0)
  const fast = await buildKey(made, { resellerId, callsPerMinute: 30 })
  const other = await buildKey(made, { resellerId, callsPerMinute: 30 })
  const member = await buildStaff(made, { resellerId })
  const doors = [fast, keyCalls(second.app, fast.text)]
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const begun = Date.now()
  const answers = []
  for (let at = 0; at < 30; at += 1) answers.push(await doors[at % 2]!.call(users.list, {}))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { headers } = answers[29]!.response
  expect(headers['ratelimit-policy']).toBe('"key";q=30;w=60')
  expect(headers['ratelimit']).toBe('"key";r=0;t=60')
  // The time to wait is true on every process: a second less is too early, and the time itself is enough.
  for (const [passedMs, waitS] of [
    [0, 60],
    [20_500, 40],
    [59_000, 1],
  ] as const) {
    vi.setSystemTime(begun + passedMs)
    for (const door of doors) {
      const { code, status, response } = await door.call(users.list, {})
      expect([status, code, response.headers['retry-after']]).toEqual([429, 'request.too_many', String(waitS)])
      expect(response.headers['ratelimit']).toBe(`"key";r=0;t=${waitS}`)
    }
    expect(await codeOf(other.call(users.list, {}))).toBe(200)
    expect(await codeOf(member.call(users.list, {}))).toBe(200)
  }
  vi.setSystemTime(begun + 60_000)
  for (const door of doors) expect(await codeOf(door.call(users.list, {}))).toBe(200)
})

test('somebody who only knows the short part cannot use up a key’s rate', async () => {
  const { resellerId } = await buildShop(0)
  const slow = await buildKey(made, { resellerId, callsPerMinute: 30 })
  const stranger = await buildKey(made, { resellerId: 8300, callsPerMinute: 30 })
  const forged = stranger.text.replace(stranger.short, slow.short)
  for (let at = 0; at < 31; at += 1) expect((await keyCalls(made.app, forged).call(users.list, {})).status).toBe(401)
  expect((await slow.call(users.list, {})).status).toBe(200)
})
