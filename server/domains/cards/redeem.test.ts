import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { showCardCode } from '../../../contract/card-code.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { countOne } from '../../platform/limits/limits.ts'
import { drawCardCode } from '../../platform/secrets/draw-card-code.ts'
import { buildCards } from '../../test/build/build-cards.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { buildPackage, fund, GB } from '../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { dumpEveryRow } from '../../test/look/every-row.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'

const { call, db, config } = await makeApp()
checkBooksAfterEach(db)
let callers = 0

beforeEach(() => clock.reset())

async function buildUser(resellerId = 0) {
  await buildReseller(db, { id: resellerId })
  const account = await buildAccount(db, { resellerId })
  // Each user has an own address, so that wrong keys of one test do not count in another.
  const address = `10.1.${(callers += 1)}.7`
  return { account, address, token: await buildSession(db, account) }
}
type User = Awaited<ReturnType<typeof buildUser>>

const redeem = ({ token, address }: User, code: string) => call(api.cards.redeem, { code }, { token, address })
const info = async ({ account, token }: User) =>
  (await call(api.accounts.info, { dailiKey: account.resellerId }, { token })).data
const refused = ({ status, code }: { status: number; code: string | null }) => [status, code]

describe('what a card gives', () => {
  test('balance: adds the face value to the ledger and to the list of changes', async () => {
    const user = await buildUser()
    const { code } = await buildCards(db, { value: 5000 })
    const answer = await redeem(user, ` ${showCardCode(code).toLowerCase()} `)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.data).toMatchObject({ kind: 'balance', amountFen: 5000, lastFour: code.slice(-4), packageName: null })
    expect((await info(user)).balanceFen).toBe(5000)
    const { items } = (await call(api.balance.entries, {}, { token: user.token })).data
    expect(items).toMatchObject([
      { kind: 'card_redeem', amountFen: 5000, balanceAfterFen: 5000, about: code.slice(-4) },
    ])
  })

  test('package: gives or extends months of a plan and pays wholesale to the platform', async () => {
    const user = await buildUser()
    const prices = { month: { retailFen: 3000, wholesaleFen: 1200 } }
    const plan = await buildPackage(db, { prices })
    const before = await loadBalanceFen({ db }, { kind: 'platform', resellerId: null })
    const { codes, costFen } = await buildCards(db, { kind: 'package', packageId: plan.id, value: 1, count: 2 })
    expect(costFen).toBe(1200)
    const first = await redeem(user, codes[0]!)
    expect(first.data).toMatchObject({ kind: 'package', packageName: plan.name, period: 'month', amountFen: null })
    const once = await info(user)
    expect(once).toMatchObject({ state: 'active', package: { name: plan.name }, totalBytes: 100 * GB, balanceFen: 0 })
    expect((await redeem(user, codes[1]!)).status).toBe(200)
    const twice = await info(user)
    expect(Date.parse(twice.expiresAt!) - Date.parse(once.expiresAt!)).toBeGreaterThanOrEqual(28 * DAY_MS)
    expect((await loadBalanceFen({ db }, { kind: 'platform', resellerId: null })) - before).toBe(2400)
  })

  test('traffic: adds to the plan, priced in proportion to a pack', async () => {
    const user = await buildUser()
    const pack = await buildPackage(db, {
      kind: 'pack',
      trafficBytes: 10 * GB,
      prices: { once: { retailFen: 900, wholesaleFen: 501 } },
    })
    const traffic = await buildCards(db, { kind: 'traffic', packageId: pack.id, value: 25 })
    expect(traffic.costFen).toBe(1253)
    expect(refused(await redeem(user, traffic.code))).toEqual([409, 'card.wrong_package'])
    const plan = await buildPackage(db)
    await redeem(user, (await buildCards(db, { kind: 'package', packageId: plan.id, value: 1 })).code)
    const answer = await redeem(user, traffic.code)
    expect(answer.data).toMatchObject({ kind: 'traffic', trafficBytes: 25 * GB, packageName: null })
    expect((await info(user)).totalBytes).toBe(125 * GB)
  })

  test('days: starts or extends a plan; beside another plan it is refused and the card stays unused', async () => {
    const user = await buildUser()
    const plan = await buildPackage(db, { prices: { month: { retailFen: 3000, wholesaleFen: 1000 } } })
    const { codes, costFen } = await buildCards(db, { kind: 'days', packageId: plan.id, value: 7, count: 2 })
    expect(costFen).toBe(234)
    expect((await redeem(user, codes[0]!)).data).toMatchObject({ kind: 'days', days: 7, packageName: plan.name })
    const { expiresAt } = await info(user)
    expect(Math.abs(Date.parse(expiresAt!) - Date.now() - 7 * DAY_MS)).toBeLessThan(60_000)
    await redeem(user, codes[1]!)
    expect(Date.parse((await info(user)).expiresAt!) - Date.parse(expiresAt!)).toBe(7 * DAY_MS)
    const other = await buildPackage(db)
    const beside = await buildCards(db, { kind: 'days', packageId: other.id, value: 1 })
    expect(refused(await redeem(user, beside.code))).toEqual([409, 'card.wrong_package'])
    clock.shift(15 * DAY_MS)
    const later = { ...user, token: await buildSession(db, user.account) }
    expect((await redeem(later, beside.code)).status).toBe(200)
    expect((await info(later)).package?.name).toBe(other.name)
  })

  test('banks the days when a paused user redeems', async () => {
    const user = await buildUser()
    const plan = await buildPackage(db)
    const { codes } = await buildCards(db, { kind: 'days', packageId: plan.id, value: 10, count: 2 })
    await redeem(user, codes[0]!)
    const paused = await call(api.accounts.freeze, { type: 'pause' }, { token: user.token })
    expect((await redeem(user, codes[1]!)).status).toBe(200)
    const state = (await call(api.accounts.freezeState, {}, { token: user.token })).data
    expect(state.bankedSeconds - paused.data.bankedSeconds).toBe(10 * 86_400)
  })
})

describe('traffic of day keys', () => {
  async function buildDays(user: User, days: number, count: number) {
    const prices = { month: { retailFen: 3000, wholesaleFen: 1500 } }
    const plan = await buildPackage(db, { trafficBytes: 1024 * GB, prices })
    const { codes } = await buildCards(db, { kind: 'days', packageId: plan.id, value: days, count })
    return { plan, codes, user }
  }
  const use = ({ account }: User, usedBytes: number) =>
    db.kysely.updateTable('subscriptions').set({ usedBytes }).where('accountId', '=', account.id).execute()

  test('M26: each day key gives a day of traffic', async () => {
    const user = await buildUser()
    const { codes } = await buildDays(user, 1, 3)
    let hadBytes = 0
    for (const code of codes) {
      const later = { ...user, token: await buildSession(db, user.account) }
      expect((await redeem(later, code)).status).toBe(200)
      const { totalBytes } = await info(later)
      expect(totalBytes).toBeGreaterThanOrEqual(Math.floor((1024 * GB) / 31))
      expect(totalBytes).toBeLessThanOrEqual((1024 * GB) / 28)
      hadBytes += totalBytes
      await use(user, totalBytes)
      clock.shift(DAY_MS + 1000)
    }
    expect(hadBytes).toBeLessThanOrEqual((3 * 1024 * GB) / 28)
  })

  test('M26: a running month gets the traffic of the new days only, not a second month', async () => {
    const user = await buildUser()
    const { codes } = await buildDays(user, 7, 5)
    const totals = []
    for (const code of codes) {
      await redeem(user, code)
      totals.push((await info(user)).totalBytes)
    }
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
    expect(totals[0]).toBeLessThanOrEqual((7 * 1024 * GB) / 28)
    // Each key rounds down by up to one byte.
    expect(1024 * GB - totals.at(-1)!).toBeLessThanOrEqual(5)
    expect(totals.at(-1)).toBeLessThanOrEqual(1024 * GB)
  })

  test('M26: one day beside a used-up month leaves a day of credit, not half a month', async () => {
    const user = await buildUser()
    const { plan, codes } = await buildDays(user, 1, 1)
    const dearer = await buildPackage(db, { prices: { month: 9000 } })
    await fund(db, user.account, 10_000)
    const { token } = user
    const wish = { action: 'new' as const, packageId: plan.wireId, period: 'month' as const }
    const { quoteId } = (await call(api.packages.quote, wish, { token })).data
    expect((await call(api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() }, { token })).status).toBe(200)
    await redeem(user, codes[0]!)
    await use(user, 1024 * GB)
    const upgrade = { action: 'upgrade' as const, packageId: dearer.wireId, period: 'month' as const }
    const { creditFen } = (await call(api.packages.quote, upgrade, { token })).data
    expect(creditFen).toBeLessThanOrEqual(Math.ceil(3000 / 28))
  })
})

describe('once', () => {
  test('repeats the first answer to the same user and tells another card.used', async () => {
    const [user, other] = [await buildUser(), await buildUser()]
    const { code } = await buildCards(db)
    const first = await redeem(user, code)
    clock.shift(60_000)
    const again = await redeem(user, showCardCode(code))
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(refused(await redeem(other, code))).toEqual([409, 'card.used'])
    expect([(await info(user)).balanceFen, (await info(other)).balanceFen]).toEqual([5000, 0])
  })

  test('redeems once, with one answer, when a user sends a key twenty times at once', async () => {
    const user = await buildUser()
    const { code } = await buildCards(db)
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(user, code)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await info(user)).balanceFen).toBe(5000)
  })

  test('an expired card is refused', async () => {
    const user = await buildUser()
    const { code } = await buildCards(db, { expiresAt: new Date(clock.now().getTime() + DAY_MS) })
    clock.shift(DAY_MS)
    const later = { ...user, token: await buildSession(db, user.account) }
    expect(refused(await redeem(later, code))).toEqual([422, 'card.expired'])
    clock.reset()
    expect((await redeem(user, code)).status).toBe(200)
  })

  test("gives the same answer to another reseller's, an unknown and a mistyped card and changes nothing", async () => {
    const [user, owner] = [await buildUser(0), await buildUser(260)]
    const { code } = await buildCards(db, { resellerId: 260 })
    const swapped = code.slice(0, -2) + code.at(-1) + code.at(-2)
    const cards = await db.kysely.selectFrom('cards').selectAll().execute()
    const answers = []
    for (const wrong of [drawCardCode(), code, swapped === code ? 'AAAA' : swapped, 'abc']) {
      answers.push(await redeem(user, wrong))
    }
    expect(answers.map(refused)).toEqual(answers.map(() => [422, 'card.unknown']))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await db.kysely.selectFrom('cards').selectAll().execute()).toEqual(cards)
    expect((await redeem(owner, code)).status).toBe(200)
  })
})

describe('wrong keys', () => {
  test('refuses even a right key after ten wrong ones by one account, until the hour is over', async () => {
    const user = await buildUser()
    for (let round = 0; round < limits.wrongCards; round += 1) {
      const other = { ...user, address: `10.2.0.${round + 1}` }
      expect(refused(await redeem(other, drawCardCode()))).toEqual([422, 'card.unknown'])
    }
    const { code } = await buildCards(db)
    const blocked = await redeem({ ...user, address: '10.2.0.99' }, code)
    expect(refused(blocked)).toEqual([429, 'request.too_many'])
    expect(Number(blocked.response.headers['retry-after'])).toBeGreaterThan(3000)
    expect((await redeem(await buildUser(), code)).status).toBe(200)
  })

  test('one guesser does not block others behind the same address', async () => {
    const [guesser, neighbour] = [await buildUser(), await buildUser()].map((user) => ({
      ...user,
      address: '10.3.0.1',
    }))
    for (let round = 0; round <= limits.wrongCards; round += 1) await redeem(guesser!, 'nothing like a key')
    const { code } = await buildCards(db)
    expect(refused(await redeem(guesser!, code))).toEqual([429, 'request.too_many'])
    expect((await redeem(neighbour!, code)).status).toBe(200)
  })

  test('allows three hundred wrong keys an hour per address, over all accounts', async () => {
    const address = '10.4.0.1'
    const limit = { name: 'card-address', points: limits.wrongCardsPerClient, windowMs: limits.wrongCardWindowMs }
    for (let round = 0; round < limit.points; round += 1) await countOne({ db, config }, limit, address)
    const user = await buildUser()
    const { code } = await buildCards(db)
    expect(refused(await redeem({ ...user, address }, code))).toEqual([429, 'request.too_many'])
    expect((await redeem({ ...user, address: '10.4.0.2' }, code)).status).toBe(200)
  })

  test('tells at most ten of fifty concurrent tries that they were wrong', async () => {
    const user = await buildUser()
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(user, drawCardCode())))
    expect(answers.filter(({ code }) => code === 'card.unknown').length).toBeLessThanOrEqual(limits.wrongCards)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422, 429]))
  })

  test('does not count right keys', async () => {
    const user = await buildUser()
    const { codes } = await buildCards(db, { count: limits.wrongCards + 5, value: 100 })
    const answers = await Promise.all(codes.map((code) => redeem(user, code)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await info(user)).balanceFen).toBe(codes.length * 100)
  })
})

test('keeps only the last four symbols of a used key in the database', async () => {
  const user = await buildUser()
  const { code } = await buildCards(db)
  await redeem(user, code)
  const dump = (await dumpEveryRow(db)).toUpperCase()
  expect(dump).not.toContain(code)
  expect(dump).not.toContain(showCardCode(code))
  expect(dump).toContain(code.slice(-4))
})
