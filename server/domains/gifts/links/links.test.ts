import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import { limits } from '../../../../contract/limits.ts'
import { maskName } from '../../../../contract/mask.ts'
import { clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { createLog } from '../../../platform/log.ts'
import { raceCode } from '../../../test/attack/redeem-race.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { buildPackage, fund, fundReseller, GB } from '../../../test/build/money-factories.ts'
import { openShop, refused, type Buyer } from '../../../test/build/shop.ts'
import { checkBooks, checkBooksAfterEach } from '../../../test/look/books.ts'
import { dumpEveryRow } from '../../../test/look/every-row.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { post } from '../../ledger/post.ts'
import { getSubscription } from '../../subscriptions/subscription-store.ts'
import { returnExpired } from './end-links.ts'

const testApp = await makeApp()
const { db, call, config } = testApp
const { buildBuyer, purchase, balanceOf, infoOf, quote } = openShop(testApp)
checkBooksAfterEach(db)
let nextReseller = 8600

beforeAll(() => testApp.app.listen({ port: 0, host: '127.0.0.1' }))
beforeEach(() => clock.reset())

/** A plan at ¥30 (wholesale ¥10) a month, a pack of 50 GB at ¥9 (¥4), and a user of the plan with ¥70. */
async function buildWorld() {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1000 } } })
  const pack = await buildPackage(db, {
    resellerId,
    kind: 'pack',
    trafficBytes: 50 * GB,
    prices: { once: { retailFen: 900, wholesaleFen: 400 } },
  })
  const giver = await buildBuyer({ resellerId })
  await purchase(giver, plan)
  const fenOf = (kind: 'reseller' | 'receivable' | 'liability') => loadBalanceFen({ db }, { kind, resellerId })
  return { resellerId, plan, pack, giver, fenOf }
}
type World = Awaited<ReturnType<typeof buildWorld>>

const make = ({ token }: Buyer, packageId: string, days: 7 | 30 | 90 | null, priceFen: number, key = randomUUID()) =>
  call(api.gifts.make, { packageId, days, priceFen, key }, { token })

/** A week of the own plan costs ceil(3000 × 7 ÷ 30). */
async function giveWeek({ giver, plan }: Pick<World, 'giver' | 'plan'>) {
  const made = await make(giver, plan.wireId, 7, 700)
  expect(made.status, made.text).toBe(200)
  const [place, code] = made.data.url!.split('#') as [string, string]
  return { ...made.data.link, place, code }
}
const redeem = ({ token }: Buyer, code: string) => call(api.cards.redeem, { code }, { token })
const takeBack = ({ token }: Buyer, id: string) => call(api.gifts.takeBack, { id }, { token })
const waitingFen = ({ account }: Buyer) =>
  loadBalanceFen({ db }, { kind: 'gift_hold', resellerId: account.resellerId, accountId: account.id })
const platformFen = () => loadBalanceFen({ db }, { kind: 'platform', resellerId: null })
const expire = () => returnExpired({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false })
const ownerOf = ({ account }: Buyer) => ({ resellerId: account.resellerId, accountId: account.id })

describe('a link that a user paid for', () => {
  test('holds the retail price, and its use gives days, wholesale to the platform and the margin to the reseller', async () => {
    const world = await buildWorld()
    const { giver, fenOf, resellerId } = world
    const offers = (await call(api.gifts.offers, {}, { token: giver.token })).data.offers
    expect(offers.map(({ prices }) => prices)).toEqual([
      [
        { days: 7, priceFen: 700 },
        { days: 30, priceFen: 3000 },
        { days: 90, priceFen: 9000 },
      ],
      [{ days: null, priceFen: 900 }],
    ])
    const link = await giveWeek(world)
    expect([await balanceOf(giver), await waitingFen(giver)]).toEqual([6300, 700])
    expect(link).toMatchObject({ state: 'open', days: 7, priceFen: 700 })
    const [before, platform] = [await fenOf('reseller'), await platformFen()]
    const friend = await buildBuyer({ resellerId, fen: 0 })
    const answer = await redeem(friend, link.code)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.data).toMatchObject({ kind: 'days', days: 7, lastFour: link.lastFour })
    expect(Date.parse((await infoOf(friend)).expiresAt!) - Date.parse(answer.data.redeemedAt)).toBe(7 * DAY_MS)
    expect([await waitingFen(giver), (await platformFen()) - platform, (await fenOf('reseller')) - before]).toEqual([
      0, 234, 466,
    ])
    const listed = (await call(api.gifts.list, {}, { token: giver.token })).data.items
    expect(listed).toMatchObject([{ id: link.id, state: 'used' }])
  })

  test('costs what the shop takes for a quarter, also when the reseller pays; without one it is three months', async () => {
    const resellerId = (nextReseller += 1)
    await buildReseller(db, { id: resellerId })
    const prices = {
      month: { retailFen: 3000, wholesaleFen: 1000 },
      quarter: { retailFen: 8100, wholesaleFen: 2800 },
    }
    const plan = await buildPackage(db, { resellerId, prices })
    const monthly = await buildPackage(db, { resellerId, prices: { month: prices.month } })
    const giver = await buildBuyer({ resellerId, fen: 30_000 })
    const giveQuarter = async (own: typeof plan, priceFen: number) => {
      const made = await make(giver, own.wireId, 90, priceFen)
      expect(made.status, made.text).toBe(200)
      return made.data.url!.split('#')[1]!
    }
    await purchase(giver, plan)
    expect((await make(giver, plan.wireId, 90, 9000)).code).toBe('order.price_changed')
    const code = await giveQuarter(plan, 8100)
    const [before, friend] = [await platformFen(), await buildBuyer({ resellerId, fen: 0 })]
    await redeem(friend, code)
    expect((await platformFen()) - before, 'wholesale of the quarter').toBe(2800)
    const owner = await buildStaff(testApp, { resellerId })
    const { offers } = (await owner.call(consoleApi.giftLinks.offers, {})).data
    expect(offers.map((offer) => offer.prices.at(-1))).toEqual([
      { days: 90, priceFen: 2800 },
      { days: 90, priceFen: 3000 },
    ])
    const other = await buildBuyer({ resellerId, fen: 30_000 })
    await purchase(other, monthly)
    expect((await make(other, monthly.wireId, 90, 9000)).status).toBe(200)
  })

  test('counts once for all presses under one key, and not when it was refused; the day ends at its number of links', async () => {
    const { giver, pack } = await buildWorld()
    const key = randomUUID()
    const first = await make(giver, pack.wireId, null, 900, key)
    for (let press = 0; press < limits.giftLinksPerDay; press += 1) {
      const again = await make(giver, pack.wireId, null, 900, key)
      expect([again.status, again.data]).toEqual([200, { link: first.data.link, url: null }])
      expect((await make(giver, pack.wireId, null, 899)).code).toBe('order.price_changed')
    }
    expect((await make(giver, pack.wireId, null, 901, key)).code).toBe('request.key_reused')
    const twins = randomUUID()
    const both = await Promise.all([1, 2].map(() => make(giver, pack.wireId, null, 900, twins)))
    expect(both.map(({ data }) => data.link.id)).toEqual([both[0]!.data.link.id, both[0]!.data.link.id])
    await fund(db, giver.account, 900 * limits.giftLinksPerDay)
    for (let link = 2; link < limits.giftLinksPerDay; link += 1)
      expect((await make(giver, pack.wireId, null, 900)).status, `link ${link + 1}`).toBe(200)
    expect((await make(giver, pack.wireId, null, 900)).code).toBe('request.too_many')
    expect((await make(giver, pack.wireId, null, 900, key)).data.link.id, 'the first, on a full day').toBe(
      first.data.link.id,
    )
  })

  test('is a sale of the day on which somebody uses it', async () => {
    const world = await buildWorld()
    const owner = await buildStaff(testApp, { resellerId: world.resellerId })
    const sold = async () => (await owner.call(consoleApi.overview.show, { days: 1 })).data.now
    const before = await sold()
    const link = await giveWeek(world)
    expect(await sold()).toMatchObject({ orders: before.orders, salesFen: before.salesFen })
    await redeem(await buildBuyer({ resellerId: world.resellerId, fen: 0 }), link.code)
    expect(await sold()).toMatchObject({
      orders: before.orders + 1,
      salesFen: before.salesFen! + 700,
      marginFen: before.marginFen! + 466,
    })
  })

  test('gives a whole pack, and only to somebody with a package', async () => {
    const { giver, pack, plan, resellerId } = await buildWorld()
    const made = await make(giver, pack.wireId, null, 900)
    const code = made.data.url!.split('#')[1]!
    const friend = await buildBuyer({ resellerId })
    expect(refused(await redeem(friend, code))).toEqual([409, 'card.wrong_package'])
    await purchase(friend, plan)
    expect((await redeem(friend, code)).status).toBe(200)
    expect((await infoOf(friend)).totalBytes).toBe(150 * GB)
  })

  test('shows its address once, stores only a hash, and answers the same request without a second payment', async () => {
    const world = await buildWorld()
    const { giver, plan } = world
    const key = randomUUID()
    const first = await make(giver, plan.wireId, 7, 700, key)
    const code = first.data.url!.split('#')[1]!
    expect(first.data.url).toContain('/user/kmList')
    const again = await make(giver, plan.wireId, 7, 700, key)
    expect([again.status, again.data.url, again.data.link.id]).toEqual([200, null, first.data.link.id])
    expect(refused(await make(giver, plan.wireId, 30, 3000, key))).toEqual([409, 'request.key_reused'])
    expect(await balanceOf(giver)).toBe(6300)
    const dump = await dumpEveryRow(db)
    for (const text of [code, code.replaceAll('-', '')]) expect(dump).not.toContain(text)
  })

  test('is refused without money, at another price, for a foreign plan, and below wholesale', async () => {
    const { giver, plan, resellerId } = await buildWorld()
    const other = await buildPackage(db, { resellerId, prices: { month: 5000 } })
    const loss = await buildPackage(db, {
      resellerId,
      kind: 'pack',
      prices: { once: { retailFen: 100, wholesaleFen: 400 } },
    })
    expect(refused(await make(giver, plan.wireId, 90, 9000))).toEqual([422, 'balance.short'])
    expect(refused(await make(giver, plan.wireId, 7, 1))).toEqual([409, 'order.price_changed'])
    expect(refused(await make(giver, other.wireId, 7, 1167))).toEqual([409, 'order.wrong_action'])
    expect(refused(await make(giver, loss.wireId, null, 100))).toEqual([422, 'package.not_for_sale'])
    expect([await balanceOf(giver), await waitingFen(giver)]).toEqual([7000, 0])
  })

  test('is used once: its user gets the first answer again, anybody else a refusal', async () => {
    const world = await buildWorld()
    const link = await giveWeek(world)
    const [one, two] = [await buildBuyer(world), await buildBuyer(world)]
    expect((await redeem(one, link.code)).status).toBe(200)
    const end = (await infoOf(one)).expiresAt
    expect((await redeem(one, link.code)).status).toBe(200)
    expect((await infoOf(one)).expiresAt).toBe(end)
    expect(refused(await redeem(two, link.code))).toEqual([409, 'card.used'])
    expect(refused(await takeBack(world.giver, link.id))).toEqual([409, 'card.used'])
  })

  test('M46: of fifty users at once one gets it', async () => {
    const world = await buildWorld()
    const { code } = await giveWeek(world)
    const { statuses } = await raceCode(testApp, code, world.resellerId)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
  })

  test('M46: taken back while it is being used, the money goes one way', async () => {
    const world = await buildWorld()
    const { giver } = world
    for (let round = 0; round < 5; round += 1) {
      const friend = await buildBuyer({ resellerId: world.resellerId, fen: 0 })
      const before = await balanceOf(giver)
      const { id, code, priceFen } = await giveWeek(world)
      const [used, back] = await Promise.all([redeem(friend, code), takeBack(giver, id)])
      expect([used.status, back.status].filter((status) => status === 200)).toHaveLength(1)
      expect(before - (await balanceOf(giver))).toBe(used.status === 200 ? priceFen : 0)
      expect((await infoOf(friend)).state).toBe(used.status === 200 ? 'active' : 'none')
    }
  })

  test('comes back once: by hand, twice by hand, or by itself when it has expired', async () => {
    const world = await buildWorld()
    const { giver } = world
    const [byHand, byTime] = [await giveWeek(world), await giveWeek(world)]
    expect(await balanceOf(giver)).toBe(5600)
    for (let times = 0; times < 2; times += 1) {
      expect((await takeBack(giver, byHand.id)).data).toMatchObject({ state: 'returned' })
    }
    expect(await balanceOf(giver)).toBe(6300)
    clock.shift(limits.giftLinkTtlMs)
    const friend = await buildBuyer(world)
    for (const { code } of [byHand, byTime]) {
      expect(refused(await redeem(friend, code))).toEqual([422, 'card.expired'])
    }
    await Promise.all([expire(), expire()])
    expect([await balanceOf(giver), await waitingFen(giver)]).toEqual([7000, 0])
  })

  test('belongs to its reseller and its giver: others find nothing', async () => {
    const world = await buildWorld()
    const link = await giveWeek(world)
    const foreign = await buildBuyer({ resellerId: (await buildWorld()).resellerId })
    expect(refused(await redeem(foreign, link.code))).toEqual([422, 'card.unknown'])
    expect(refused(await takeBack(foreign, link.id))).toEqual([422, 'object.unknown'])
    expect(refused(await takeBack(await buildBuyer(world), link.id))).toEqual([422, 'object.unknown'])
  })

  test('tells whoever opens it who gives what until when, and why it is gone; nobody else learns of it', async () => {
    const world = await buildWorld()
    const { resellerId, giver, plan } = world
    const look = async (
      code: string,
      as: { token?: string; headers?: Record<string, string> } = {},
      dailiKey = resellerId,
    ) => (await call(api.gifts.look, { code, dailiKey }, as)).data.gift
    const { userName } = await db.kysely
      .selectFrom('accounts')
      .select('userName')
      .where('id', '=', giver.account.id)
      .executeTakeFirstOrThrow()
    const open = await giveWeek(world)
    const shown = { kind: 'days', days: 7, trafficBytes: null, state: 'open', isMine: false, expiresAt: open.expiresAt }
    expect(await look(open.code)).toEqual({
      ...shown,
      packageName: plan.name,
      giverMasked: maskName(userName),
    })
    expect(JSON.stringify(await look(open.code))).not.toContain(userName)
    await db.kysely
      .updateTable('packages')
      .set({ names: { en: 'Own' } })
      .where('id', '=', plan.id)
      .execute()
    expect(await look(open.code, { headers: { 'accept-language': 'en' } })).toMatchObject({ packageName: 'Own' })
    const friend = await buildBuyer({ resellerId, fen: 0 })
    await redeem(friend, open.code)
    expect(await look(open.code)).toMatchObject({ state: 'used', isMine: false })
    expect(await look(open.code, { token: friend.token })).toMatchObject({ state: 'used', isMine: true })
    const [back, late] = [await giveWeek(world), await giveWeek(world)]
    await takeBack(giver, back.id)
    clock.shift(limits.giftLinkTtlMs)
    expect(await look(late.code)).toMatchObject({ state: 'expired' })
    await expire()
    expect([await look(back.code), await look(late.code)]).toMatchObject([{ state: 'returned' }, { state: 'expired' }])
    const foreign = (await buildWorld()).resellerId
    expect([
      await look(open.code, {}, foreign),
      await look('7K3M'),
      await look(`${open.code.startsWith('0') ? 1 : 0}${open.code.slice(1)}`),
    ]).toEqual([null, null, null])
  })

  test('counts nothing in an upgrade of who used it, also of an own second account', async () => {
    const world = await buildWorld()
    const big = await buildPackage(db, {
      resellerId: world.resellerId,
      prices: { month: { retailFen: 6000, wholesaleFen: 3000 } },
    })
    const second = await buildBuyer({ resellerId: world.resellerId })
    await redeem(second, (await giveWeek(world)).code)
    const [piece] = (await getSubscription({ db }, ownerOf(second))).pieces
    expect(piece).toMatchObject({ paidFen: 0, creditFen: 0, receivedFen: 234, ownFen: 0 })
    const quoted = await quote(second, big, { action: 'upgrade' })
    expect(quoted.data).toMatchObject({ creditFen: 0, totalFen: 6000, lapsingGiftDays: 7 })
  })

  test('settles what an own merchant took, and waits when its reseller cannot pay wholesale', async () => {
    const { resellerId, plan, fenOf } = await buildWorld()
    const giver = await buildBuyer({ resellerId, fen: 0 })
    await fund(db, giver.account, 10_000, 'own')
    await fundReseller(db, resellerId, 1000)
    await purchase(giver, plan)
    const { code, id } = await giveWeek({ giver, plan })
    // The reseller's balance is all gone by now.
    const balance = await fenOf('reseller')
    const drain = await buildBuyer({ resellerId, fen: 0 })
    await fund(db, drain.account, 3000, 'own')
    const legs = [
      { kind: 'reseller' as const, resellerId, amountFen: -balance },
      { kind: 'outside' as const, resellerId: null, amountFen: balance },
    ]
    await inTransaction(db, (tx) =>
      post({ db: tx, now: clock.now() }, { key: `test:${id}`, kind: 'adjustment', resellerId, legs }),
    )
    const friend = await buildBuyer({ resellerId, fen: 0 })
    expect(refused(await redeem(friend, code))).toEqual([422, 'reseller.short'])
    expect([(await infoOf(friend)).state, await waitingFen(giver)]).toEqual(['none', 700])
    await fundReseller(db, resellerId, 300)
    const owed = await fenOf('liability')
    expect((await redeem(friend, code)).status).toBe(200)
    expect([(await fenOf('liability')) - owed, await fenOf('reseller')]).toEqual([700, 66])
  })

  test('M46: the books see a hold without its link', async () => {
    const world = await buildWorld()
    const { id } = await giveWeek(world)
    await db.pool.query(`update gift_links set price_fen = price_fen + 1 where id = $1`, [id])
    const { problems } = await checkBooks(db)
    expect(problems.join('\n')).toContain('M46')
    await db.pool.query(`update gift_links set price_fen = price_fen - 1 where id = $1`, [id])
  })
})
