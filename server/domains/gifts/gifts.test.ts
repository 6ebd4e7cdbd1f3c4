import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { clock } from '../../platform/clock.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { buildPackage, fundReseller, GB } from '../../test/build/money-factories.ts'
import { openShop, type Buyer } from '../../test/build/shop.ts'
import { checkBooks, checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { getSubscription } from '../subscriptions/subscription-store.ts'
import { giveFromReserve, reserveForBulk, releaseReserve } from './bulk-reserve.ts'
import { giveGift, type Giving } from './give-gift.ts'
import { priceGift, type GiftWish } from './price-gift.ts'

const testApp = await makeApp()
const { db, config, call } = testApp
const { buildBuyer, purchase, balanceOf, infoOf } = openShop(testApp)
checkBooksAfterEach(db)
const DAY_MS = 86_400_000
const ACTOR = 'staff:1'
const ctx = () => ({ db, now: clock.now(), config })
let nextReseller = 8000

beforeEach(() => clock.reset())

/** A reseller with ¥100, a plan at about 31 fen wholesale a day, a higher plan, and packs. */
async function buildWorld({ resellerFen = 10_000 }: { resellerFen?: number } = {}) {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1000 } } })
  const high = await buildPackage(db, {
    resellerId,
    trafficBytes: 200 * GB,
    prices: { month: { retailFen: 5000, wholesaleFen: 2000 } },
  })
  if (resellerFen > 0) await fundReseller(db, resellerId, resellerFen)
  const fenOf = (kind: 'reseller' | 'receivable' | 'bulk_hold') => loadBalanceFen({ db }, { kind, resellerId })
  const subscriber = async () => {
    const buyer = await buildBuyer({ resellerId })
    await purchase(buyer, plan)
    return buyer
  }
  return { resellerId, plan, high, fenOf, subscriber }
}
const give = ({ account }: Buyer, wish: GiftWish, rest: Partial<Giving> = {}) =>
  giveGift(
    ctx(),
    { resellerId: account.resellerId, accountId: account.id, wish, paidBy: 'reseller', key: randomUUID(), ...rest },
    ACTOR,
  )
const ownerOf = ({ account }: Buyer) => ({ resellerId: account.resellerId, accountId: account.id })
const endOf = async (buyer: Buyer) => Date.parse((await infoOf(buyer)).expiresAt!)
const platformFen = () => loadBalanceFen({ db }, { kind: 'platform', resellerId: null })

describe('one gift', () => {
  test('charges a thirtieth of the month per day, rounded up, and adds the traffic of the days', async () => {
    const { fenOf, subscriber } = await buildWorld()
    const user = await subscriber()
    const [before, end] = [await fenOf('reseller'), await endOf(user)]
    expect(await priceGift(ctx(), ownerOf(user), { kind: 'days', days: 7 })).toEqual({ costFen: 234 })
    expect(await give(user, { kind: 'days', days: 7 })).toMatchObject({ costFen: 234, isRepeated: false })
    expect([(await endOf(user)) - end, before - (await fenOf('reseller'))]).toEqual([7 * DAY_MS, 234])
  })

  test('gives days only with a package that runs, is paused or ended at most thirty days ago', async () => {
    const { resellerId, subscriber } = await buildWorld()
    await expect(give(await buildBuyer({ resellerId }), { kind: 'days', days: 1 })).rejects.toThrow('gift.no_package')
    const user = await subscriber()
    const end = await endOf(user)
    clock.shift(end + 30 * DAY_MS - 60_000 - clock.now().getTime())
    await give(user, { kind: 'days', days: 2 })
    const { expiresAt } = await getSubscription({ db }, ownerOf(user))
    expect(expiresAt!.getTime() - clock.now().getTime()).toBeGreaterThan(2 * DAY_MS - 60_000)
    const late = await subscriber()
    clock.shift((await endOf(late)) + 30 * DAY_MS + 60_000 - clock.now().getTime())
    await expect(give(late, { kind: 'days', days: 1 })).rejects.toThrow('gift.no_package')
  })

  test('banks the days of a paused user', async () => {
    const { subscriber } = await buildWorld()
    const user = await subscriber()
    const { expiresAt } = await getSubscription({ db }, ownerOf(user))
    await db.kysely.updateTable('accounts').set({ pausedAt: clock.now() }).where('id', '=', user.account.id).execute()
    const bankedSeconds = Math.ceil((expiresAt!.getTime() - clock.now().getTime()) / 1000)
    const bank = { expiresAt: null, bankedSeconds }
    await db.kysely.updateTable('subscriptions').set(bank).where('accountId', '=', user.account.id).execute()
    await give(user, { kind: 'days', days: 3 })
    expect((await getSubscription({ db }, ownerOf(user))).bankedSeconds).toBe(bankedSeconds + 3 * 86_400)
  })

  test('prices traffic by the dearest pack per GB and refuses it without a pack', async () => {
    const { resellerId, fenOf, subscriber } = await buildWorld()
    const user = await subscriber()
    await expect(give(user, { kind: 'traffic', gb: 3 })).rejects.toThrow('package.not_for_sale')
    const pack = (gb: number, wholesaleFen: number) =>
      buildPackage(db, {
        resellerId,
        kind: 'pack',
        trafficBytes: gb * GB,
        prices: { once: { retailFen: 9000, wholesaleFen } },
      })
    await pack(100, 2000)
    await pack(10, 501)
    const before = await fenOf('reseller')
    expect(await give(user, { kind: 'traffic', gb: 3 })).toMatchObject({ costFen: 151 })
    expect([(await infoOf(user)).totalBytes, before - (await fenOf('reseller'))]).toEqual([103 * GB, 151])
  })

  test('charges the face value of balance, shows it to the user and pays nobody commission', async () => {
    const { fenOf, subscriber } = await buildWorld()
    const user = await subscriber()
    const [before, own] = [await fenOf('reseller'), await balanceOf(user)]
    await give(user, { kind: 'balance', amountFen: 777 })
    expect([before - (await fenOf('reseller')), (await balanceOf(user)) - own]).toEqual([777, 777])
    const { items } = (await call(api.balance.entries, { kind: 'gift' }, { token: user.token })).data
    expect(items).toMatchObject([{ kind: 'gift', amountFen: 777 }])
    expect(await db.kysely.selectFrom('commissions').select('orderId').execute()).toEqual([])
  })

  test("gives a higher package free to the user at the reseller's upgrade cost, and refuses a lower one", async () => {
    const { plan, high, fenOf, subscriber } = await buildWorld()
    const user = await subscriber()
    const [before, own] = [await fenOf('reseller'), await balanceOf(user)]
    const { costFen } = await give(user, { kind: 'package', packageId: high.id, period: 'month' })
    expect(costFen).toBeGreaterThanOrEqual(1000)
    expect(costFen).toBeLessThan(1010)
    expect([before - (await fenOf('reseller')), await balanceOf(user)]).toEqual([costFen, own])
    const subscription = await getSubscription({ db }, ownerOf(user))
    expect(subscription).toMatchObject({ packageId: high.id, totalBytes: 200 * GB })
    expect(subscription.paidFen).toBeLessThanOrEqual(3000)
    expect(subscription.paidWholesaleFen).toBeLessThanOrEqual(1000)
    for (const packageId of [plan.id, high.id]) {
      await expect(give(user, { kind: 'package', packageId, period: 'month' })).rejects.toThrow('gift.not_upward')
    }
  })

  test('never goes into debt, even with a credit limit; a platform gift moves no money of the reseller', async () => {
    const { resellerId, fenOf, subscriber } = await buildWorld({ resellerFen: 0 })
    const user = await subscriber()
    await db.kysely.updateTable('resellers').set({ creditLimitFen: 100_000 }).where('id', '=', resellerId).execute()
    const has = await fenOf('reseller')
    await expect(give(user, { kind: 'balance', amountFen: has + 1 })).rejects.toThrow('balance.short')
    const [platform, end] = [await platformFen(), await endOf(user)]
    await give(user, { kind: 'days', days: 1 }, { paidBy: 'platform' })
    await give(user, { kind: 'balance', amountFen: 500 }, { paidBy: 'platform' })
    expect([await fenOf('reseller'), (await platformFen()) - platform, (await endOf(user)) - end]).toEqual([
      has,
      -500,
      DAY_MS,
    ])
  })

  test('treats the same key as one gift, even twenty at once, and refuses it with another wish', async () => {
    const { fenOf, subscriber } = await buildWorld()
    const user = await subscriber()
    const [before, key] = [await fenOf('reseller'), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => give(user, { kind: 'days', days: 1 }, { key })))
    expect(new Set(answers.map(({ giftId }) => giftId)).size).toBe(1)
    expect(answers.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1)
    expect(before - (await fenOf('reseller'))).toBe(34)
    await expect(give(user, { kind: 'days', days: 2 }, { key })).rejects.toThrow('request.key_reused')
  })

  test('refuses a suspended reseller and an absent or foreign user', async () => {
    const { resellerId, subscriber } = await buildWorld()
    const user = await subscriber()
    await buildReseller(db, { id: 0 })
    const foreign = { ...user, account: { ...user.account, resellerId: 0 } }
    await expect(give(foreign, { kind: 'balance', amountFen: 1 })).rejects.toThrow('object.unknown')
    await buildReseller(db, { id: resellerId, suspendedAt: clock.now() })
    await expect(give(user, { kind: 'balance', amountFen: 1 })).rejects.toThrow('reseller.suspended')
  })
})

describe('for many', () => {
  async function buildBulk({ users = 3, amountFen = 102 }: { users?: number; amountFen?: number } = {}) {
    const world = await buildWorld()
    const buyers = []
    for (let count = 0; count < users; count += 1) buyers.push(await world.subscriber())
    const name = { resellerId: world.resellerId, bulkId: randomUUID() }
    const before = await world.fenOf('reseller')
    await reserveForBulk(ctx(), { ...name, amountFen, paidBy: 'reseller' }, ACTOR)
    const wish = { kind: 'days', days: 1 } as const
    const giveTo = ({ account }: Buyer, pricedFen = 34) =>
      giveFromReserve(ctx(), { ...name, accountId: account.id, wish, pricedFen }, ACTOR)
    return { ...world, buyers, name, before, giveTo }
  }

  test('takes the previewed sum first, spends it per user and returns the rest, each once', async () => {
    const { buyers, name, before, fenOf, giveTo } = await buildBulk()
    expect([before - (await fenOf('reseller')), await fenOf('bulk_hold')]).toEqual([102, 102])
    await reserveForBulk(ctx(), { ...name, amountFen: 102, paidBy: 'reseller' }, ACTOR)
    const [first, second] = buyers as [Buyer, Buyer]
    const end = await endOf(first)
    const answers = await Promise.all(Array.from({ length: 10 }, () => giveTo(first)))
    expect(answers.filter((one) => one.state === 'given' && !one.isRepeated)).toHaveLength(1)
    expect((await endOf(first)) - end).toBe(DAY_MS)
    await giveTo(second)
    expect(await fenOf('bulk_hold')).toBe(34)
    const released = await Promise.all([1, 2, 3].map(() => releaseReserve(ctx(), name, ACTOR)))
    expect(released.map(({ releasedFen }) => releasedFen).toSorted()).toEqual([0, 0, 34])
    expect([await fenOf('bulk_hold'), before - (await fenOf('reseller'))]).toEqual([0, 68])
    // What another bulk has reserved is not spent either.
    const other = { resellerId: name.resellerId, bulkId: randomUUID() }
    await reserveForBulk(ctx(), { ...other, amountFen: 50, paidBy: 'reseller' }, ACTOR)
    await expect(giveTo(buyers[2]!)).rejects.toThrow('balance.short')
    expect(await fenOf('bulk_hold')).toBe(50)
    expect(await releaseReserve(ctx(), other, ACTOR)).toEqual({ releasedFen: 50 })
    expect((await giveTo(first)).state).toBe('given')
  })

  test('skips and names a user whose price changed since the preview, and spends nothing', async () => {
    const { buyers, plan, fenOf, giveTo } = await buildBulk()
    await db.kysely.updateTable('ownPrices').set({ wholesaleFen: 1100 }).where('packageId', '=', plan.id).execute()
    const end = await endOf(buyers[0]!)
    expect(await giveTo(buyers[0]!)).toEqual({ state: 'skipped', reason: 'price_changed', costFen: 37 })
    expect([await fenOf('bulk_hold'), await endOf(buyers[0]!)]).toEqual([102, end])
  })

  test('never spends more than the reserve, with any number of concurrent gifts', async () => {
    const { buyers, fenOf, giveTo } = await buildBulk({ users: 4, amountFen: 70 })
    const answers = await Promise.allSettled(buyers.map((buyer) => giveTo(buyer)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await fenOf('bulk_hold')).toBe(2)
  })

  test('refuses a sum above the balance, and lets no other reseller use the reserve', async () => {
    const { resellerId, fenOf } = await buildWorld()
    const bulkId = randomUUID()
    const holding = { resellerId, bulkId, amountFen: (await fenOf('reseller')) + 1, paidBy: 'reseller' as const }
    await expect(reserveForBulk(ctx(), holding, ACTOR)).rejects.toThrow('balance.short')
    await expect(releaseReserve(ctx(), { resellerId: 0, bulkId }, ACTOR)).rejects.toThrow('object.unknown')
  })
})

test('M29, M30: the check of the books finds an unpaid gift and a missing reserve', async () => {
  const { resellerId, subscriber } = await buildWorld()
  const user = await subscriber()
  const { giftId } = await give(user, { kind: 'days', days: 1 })
  const bulkId = randomUUID()
  await reserveForBulk(ctx(), { resellerId, bulkId, amountFen: 50, paidBy: 'reseller' }, ACTOR)
  const broken = async (...texts: string[]) => {
    const client = await db.pool.connect()
    try {
      for (const text of texts) await client.query(text)
      return (await checkBooks(db)).problems
    } finally {
      client.release()
    }
  }
  const costs = (fen: number) => `update gifts set cost_fen = ${fen} where id = ${giftId}`
  expect(await broken(costs(33))).toContain(`M29: gift:${giftId} was paid otherwise than the gift says`)
  await broken(costs(34))
  const reserving = (fen: number) => `update bulk_holds set held_fen = ${fen} where id = '${bulkId}'`
  const wrong = `M30: bulk_hold:${resellerId} is not what open bulk work has set aside and not spent`
  expect(await broken(reserving(51))).toContain(wrong)
  expect(await broken(reserving(50))).toEqual([])
})
