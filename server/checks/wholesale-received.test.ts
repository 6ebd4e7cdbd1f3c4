import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { DAY_MS } from '../../contract/durations.ts'
import { checkBooks, findProblems } from '../domains/books/check-books.ts'
import { newBookChecks } from '../domains/books/new-book-checks.ts'
import { settleAccount } from '../domains/books/office/settle-account.ts'
import { giveGift } from '../domains/gifts/give-gift.ts'
import type { GiftWish } from '../domains/gifts/price-gift.ts'
import { loadBalanceFen } from '../domains/ledger/load-balance.ts'
import { refundOrder } from '../domains/orders/refund-order.ts'
import { getSubscription } from '../domains/subscriptions/subscription-store.ts'
import { clock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { buildCards } from '../test/build/build-cards.ts'
import { buildReseller } from '../test/build/factories.ts'
import { buildCoupon, buildPackage, fund, fundReseller, GB } from '../test/build/money-factories.ts'
import { openShop, refused, type Buyer } from '../test/build/shop.ts'
import { checkBooksAfterEach } from '../test/look/books.ts'
import { makeApp } from '../test/run/make-app.ts'

// What a greedy reseller tried: time and traffic for which the platform gets less than wholesale.
const testApp = await makeApp()
const { db, config, call } = testApp
const { buildBuyer, purchase, quote, buy } = openShop(testApp)
checkBooksAfterEach(db)
const log = createLog('silent')
let nextReseller = 7000

beforeEach(() => clock.reset())

type Prices = { retailFen: number; wholesaleFen: number }
/**
 * Wholesale ¥15 for the small plan's month and ¥37.51 for the big one's, roughly as in the seed; the reseller has ¥60.
 */
async function buildWorld(resellerFen = 6000) {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const small = await buildPackage(db, {
    resellerId,
    prices: {
      month: { retailFen: 3900, wholesaleFen: 1500 },
      year: { retailFen: 30_000, wholesaleFen: 14_000 },
    },
  })
  const big = await buildPackage(db, {
    resellerId,
    trafficBytes: 1024 * GB,
    prices: { month: { retailFen: 6000, wholesaleFen: 3751 } },
  })
  const once = await buildPackage(db, {
    resellerId,
    trafficBytes: 100 * GB,
    prices: { once: { retailFen: 5000, wholesaleFen: 2000 } },
  })
  if (resellerFen > 0) await fundReseller(db, resellerId, resellerFen)
  const platformFen = await loadBalanceFen({ db }, { kind: 'platform', resellerId: null })
  const receivedFen = async () => (await loadBalanceFen({ db }, { kind: 'platform', resellerId: null })) - platformFen
  return { resellerId, small, big, once, receivedFen }
}

/** The reseller's price from now on; confirmed if it is a loss. */
const setPrice = (resellerId: number, packageId: number, { retailFen, wholesaleFen }: Prices) =>
  db.kysely
    .updateTable('packageOffers')
    .set({ retailFen, confirmedRetailFen: retailFen, confirmedWholesaleFen: wholesaleFen })
    .where('resellerId', '=', resellerId)
    .where('packageId', '=', packageId)
    .execute()
const give = ({ account }: Buyer, wish: GiftWish) =>
  giveGift(
    { db, now: clock.now(), config },
    { resellerId: account.resellerId, accountId: account.id, wish, paidBy: 'reseller', key: randomUUID() },
    'staff:1',
  )
const ownerOf = ({ account }: Buyer) => ({ resellerId: account.resellerId, accountId: account.id })
const subscriptionOf = (buyer: Buyer) => getSubscription({ db }, ownerOf(buyer))
/** Time goes on while a test runs: a credit may shrink by a fen or two. */
const expectAbout = (value: number, expected: number, most = 3) =>
  expect(Math.abs(value - expected), `${value} is not about ${expected}`).toBeLessThanOrEqual(most)
const msLeft = async (buyer: Buyer) => (await subscriptionOf(buyer)).expiresAt!.getTime() - clock.now().getTime()
const daysLeft = async (buyer: Buyer) => Math.round((await msLeft(buyer)) / DAY_MS)
const refund = (resellerId: number, orderId: string, amountFen: number) =>
  refundOrder(
    { db, now: clock.now(), config, log },
    { resellerId, orderId, amountFen, key: randomUUID(), operator: 'operator:test' },
  )

describe('M42: the platform receives wholesale for every day and byte', () => {
  test('a change of package by staff does not depend on the current retail price', async () => {
    const { resellerId, small, big, receivedFen } = await buildWorld()
    const own = await buildBuyer({ resellerId, fen: 0 })
    await give(own, { kind: 'balance', amountFen: 3900 })
    await purchase(own, small)
    await setPrice(resellerId, big.id, { retailFen: 1, wholesaleFen: 3751 })
    await give(own, { kind: 'package', packageId: big.id, period: 'month' })
    expect(await daysLeft(own)).toBeLessThanOrEqual(31)
    expect(await receivedFen()).toBeGreaterThanOrEqual(3751)
  })

  test('an upgrade to a package at a low retail price gives its period once', async () => {
    const { resellerId, small, big, receivedFen } = await buildWorld()
    const own = await buildBuyer({ resellerId })
    await purchase(own, small)
    await setPrice(resellerId, big.id, { retailFen: 100, wholesaleFen: 3751 })
    const { quote: quoted } = await purchase(own, big, { action: 'upgrade' })
    expect(quoted.totalFen).toBe(0)
    expect(await daysLeft(own)).toBeLessThanOrEqual(31)
    expectAbout(await receivedFen(), 3751)
  })

  test('an upgrade to a one-time plan gives its bytes once', async () => {
    const { resellerId, small, once, receivedFen } = await buildWorld(30_000)
    const own = await buildBuyer({ resellerId, fen: 40_000 })
    await purchase(own, small, { period: 'year' })
    await setPrice(resellerId, once.id, { retailFen: 1, wholesaleFen: 2000 })
    await purchase(own, once, { action: 'upgrade', period: 'once' })
    // ¥140 of wholesale are seven times ¥20: both credits exceed their price, and the smaller factor counts.
    const { totalBytes } = await subscriptionOf(own)
    expectAbout(totalBytes, 700 * GB, GB)
    expect(await receivedFen()).toBe(14_000)
  })

  test('with a 100 % coupon the reseller pays wholesale, or is refused if it cannot afford it', async () => {
    const { resellerId, small, big, once, receivedFen } = await buildWorld(3000)
    const { code } = await buildCoupon(db, { resellerId, percent: 100 })
    const own = await buildBuyer({ resellerId })
    await purchase(own, small, { coupon: code })
    expect(await receivedFen()).toBe(1500)
    // ¥15 are left, but ¥22.51 would be needed.
    expect(refused(await quote(own, big, { action: 'upgrade', coupon: code }))).toEqual([422, 'reseller.short'])
    await fundReseller(db, resellerId, 2000)
    await purchase(own, big, { action: 'upgrade', coupon: code })
    expectAbout(await receivedFen(), 3751)
    // No money was paid, so nothing is credited for the next purchase, and the platform's part counts once.
    const { data } = await quote(own, once, { action: 'upgrade', period: 'once' })
    expect(data.creditFen).toBe(0)
    // The cheaper one begins at the end of the period.
    expect(refused(await quote(own, small, { action: 'upgrade', period: 'year' }))).toEqual([409, 'order.wrong_action'])
  })

  test('with retail equal to wholesale, an expensive package becomes a longer cheap one by what the platform received', async () => {
    const { resellerId, small, big, receivedFen } = await buildWorld(30_000)
    const honest = await buildBuyer({ resellerId, fen: 40_000 })
    await purchase(honest, small, { period: 'year' })
    await purchase(honest, big, { action: 'upgrade' })
    // R/P = 30,000 ÷ 6,000 = 5, W/Q = 14,000 ÷ 3,751 = 3.73: the smaller factor counts.
    const month = (await subscriptionOf(honest)).pieces.at(-1)!.rateSeconds
    // In February it is 104.5 days, which rounds either way: so not in whole days.
    expectAbout(await msLeft(honest), (month * 1000 * 14_000) / 3751, DAY_MS / 12)
    expect(await receivedFen()).toBe(14_000)
  })

  test('a credit that shrank between quote and payment shortens the period', async () => {
    const { resellerId, small, big } = await buildWorld(30_000)
    const slow = await buildBuyer({ resellerId })
    await purchase(slow, small)
    const { data } = await quote(slow, big, { action: 'upgrade' })
    await db.kysely
      .updateTable('subscriptions')
      .set({ usedBytes: 50 * GB })
      .where('accountId', '=', slow.account.id)
      .execute()
    expect((await buy(slow, data.quoteId)).status).toBe(200)
    const { pieces } = await subscriptionOf(slow)
    const [piece] = pieces
    // 2,100 were quoted, and 1,950 are left. The platform's part is computed when the order is made.
    expectAbout(piece!.seconds / piece!.rateSeconds, 4050 / 6000, 0.001)
    expectAbout(piece!.creditFen, 3751)
  })

  test('the quote says how much of the credit is lost, and buying loses exactly that', async () => {
    const { resellerId, small, big } = await buildWorld(40_000)
    const user = await buildBuyer({ resellerId, fen: 30_000 })
    await purchase(user, small, { period: 'year' })
    const { data } = await quote(user, big, { action: 'upgrade' })
    expectAbout(data.creditFen, 30_000)
    // The platform received ¥140 and asks ¥37.51 a month, so the month becomes 140 / 37.51 times as long at ¥60 each.
    expectAbout(data.lapsingCreditFen, 30_000 - Math.floor((6000 * 14_000) / 3751), 100)
    await buy(user, data.quoteId)
    const piece = (await subscriptionOf(user)).pieces.at(-1)!
    expectAbout(data.creditFen - piece.paidFen, data.lapsingCreditFen, 100)
    const next = await buildBuyer({ resellerId })
    await purchase(next, small)
    expect((await quote(next, big, { action: 'upgrade' })).data.lapsingCreditFen).toBe(0)
  })

  test('a key counts on both sides with what the platform received for it', async () => {
    const { resellerId, small, big } = await buildWorld()
    const { code } = await buildCards(db, { resellerId, kind: 'package', packageId: small.id, value: 1 })
    const user = await buildBuyer({ resellerId })
    expect((await call(api.cards.redeem, { code }, { token: user.token })).status).toBe(200)
    const { data } = await quote(user, big, { action: 'upgrade' })
    expectAbout(data.creditFen, 1500)
    expect([data.totalFen, data.lapsingGiftDays]).toEqual([6000 - data.creditFen, 0])
  })

  test('gifts count for nothing and lapse, and the quote says how many days', async () => {
    const { resellerId, small, big, receivedFen } = await buildWorld()
    const user = await buildBuyer({ resellerId })
    await purchase(user, small)
    await give(user, { kind: 'days', days: 20 })
    const { data } = await quote(user, big, { action: 'upgrade' })
    expectAbout(data.creditFen, 3900)
    expect(data.lapsingGiftDays).toBe(20)
    await buy(user, data.quoteId)
    expect(await daysLeft(user)).toBeLessThanOrEqual(31)
    // The month, the gift and the price difference of the bigger package.
    expectAbout(await receivedFen(), 1500 + 1000 + 2251)
    expect((await quote(user, big, { action: 'renew' })).data.lapsingGiftDays).toBe(0)
  })
})

describe('a refund takes back its own time', () => {
  test('a refunded month that was added to a key for a year leaves the key', async () => {
    const { resellerId, small } = await buildWorld()
    const { code } = await buildCards(db, { resellerId, kind: 'package', packageId: small.id, value: 12 })
    const user = await buildBuyer({ resellerId })
    await call(api.cards.redeem, { code }, { token: user.token })
    const year = (await subscriptionOf(user)).expiresAt
    const { orderId } = await purchase(user, small, { action: 'renew' })
    clock.shift(3 * DAY_MS)
    await refund(resellerId, orderId, 3900)
    expect((await subscriptionOf(user)).expiresAt).toEqual(year)
  })

  test('refunding the running month starts the key behind it at once', async () => {
    const { resellerId, small } = await buildWorld()
    const { code } = await buildCards(db, { resellerId, kind: 'package', packageId: small.id, value: 12 })
    const user = await buildBuyer({ resellerId })
    const { orderId } = await purchase(user, small)
    await call(api.cards.redeem, { code }, { token: user.token })
    const [, key] = (await subscriptionOf(user)).pieces
    clock.shift(3 * DAY_MS)
    await refund(resellerId, orderId, 3900)
    expect(await daysLeft(user)).toBe(Math.round(key!.seconds / 86_400))
  })

  test('shortens an upgrade by the share of a refunded order that was credited to it, in one refund or in two', async () => {
    const { resellerId, small, big } = await buildWorld(30_000)
    const ends: number[] = []
    for (const parts of [[3900], [1000, 2900]]) {
      const user = await buildBuyer({ resellerId })
      const { orderId } = await purchase(user, small)
      await purchase(user, big, { action: 'upgrade' })
      const whole = (await subscriptionOf(user)).pieces[0]!.seconds
      for (const fen of parts) await refund(resellerId, orderId, fen)
      ends.push(Math.round((((await subscriptionOf(user)).pieces[0]?.seconds ?? 0) / whole) * 100))
    }
    // It covered 3,900 of 6,000 of the user's price and 1,500 of 3,751 of the reseller's: the larger share goes.
    expect(ends).toEqual([35, 35])
  })

  test('of used time gives nothing more away: the platform records it as its own cost', async () => {
    const { resellerId, small, receivedFen } = await buildWorld()
    const user = await buildBuyer({ resellerId })
    const { orderId } = await purchase(user, small)
    clock.shift(10 * DAY_MS)
    await refund(resellerId, orderId, 3900)
    expect(await receivedFen()).toBe(0)
    const piece = await db.kysely
      .selectFrom('subscriptionPieces')
      .select(['ownFen', 'receivedFen'])
      .where('orderId', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(piece.receivedFen).toBe(0)
    expect(piece.ownFen).toBeGreaterThan(450)
    expect(piece.ownFen).toBeLessThan(550)
  })
})

describe('books of a database with wrong grants from the old rule', () => {
  /** As release 0.2.0 left it: plan 3 for a century, for ¥30.01. */
  async function poison() {
    const { resellerId, small, big } = await buildWorld(30_000)
    const own = await buildBuyer({ resellerId })
    await purchase(own, small)
    const expiresAt = new Date(clock.now().getTime() + 36_525 * DAY_MS)
    await db.pool.query(
      `update subscriptions set revision = revision + 1, package_id = $2, expires_at = $3, paid_seconds = 36525 * 86400::bigint
        where account_id = $1`,
      [own.account.id, big.id, expiresAt],
    )
    return own
  }

  test('name the account and the sum, and are clean after the unpaid time is taken back', async () => {
    const own = await poison()
    const { problems } = await checkBooks(db)
    expect(problems).toHaveLength(1)
    // 36,525 days at ¥37.51 per 31 days, the longest month.
    const name = `M42: account ${own.account.id} of reseller ${own.account.resellerId} was granted 44195.24 yuan`
    expect(problems[0]).toContain(`${name} and the platform has 15.00, 44180.24 yuan too little`)
    const settled = await settleAccount({ db, now: clock.now(), config }, ownerOf(own), 'cut', 'operator:test')
    expect(settled).toMatchObject({ missingFen: 4_418_024, ownFen: 0 })
    expect(await daysLeft(own)).toBeLessThan(31)
    expect(
      (await settleAccount({ db, now: clock.now(), config }, ownerOf(own), 'cut', 'operator:test')).missingFen,
    ).toBe(0)
  })

  test('are clean when the platform accepts the loss, and say how much it is', async () => {
    const own = await poison()
    const before = (await checkBooks(db)).own.fen
    await settleAccount({ db, now: clock.now(), config }, ownerOf(own), 'accept', 'operator:test')
    const books = await checkBooks(db)
    expect([books.problems, books.own.fen - before]).toEqual([[], 4_418_024])
    expect(await daysLeft(own)).toBeGreaterThan(36_000)
  })

  test('are reported by the check of new entries as soon as the account buys again', async () => {
    const own = await poison()
    const mark = await db.pool.query<{ id: string }>('select max(id) as id from ledger_transactions')
    const check = newBookChecks({ id: Number(mark.rows[0]!.id), at: clock.now() })
    expect(await findProblems(db, check)).toEqual([])
    await fund(db, own.account, 10_000)
    await purchase(own, { wireId: String((await subscriptionOf(own)).packageId) }, { action: 'renew' })
    expect((await findProblems(db, check)).map((problem) => problem.slice(0, 4))).toEqual(['M42:'])
    await settleAccount({ db, now: clock.now(), config }, ownerOf(own), 'cut', 'operator:test')
  })

  test('list the platform’s own gifts separately: nothing was received for them, and nothing is missing', async () => {
    const { resellerId, small } = await buildWorld()
    const user = await buildBuyer({ resellerId })
    await purchase(user, small)
    const before = (await checkBooks(db)).own
    const giving = {
      ...ownerOf(user),
      wish: { kind: 'days', days: 30 },
      paidBy: 'platform',
      key: randomUUID(),
    } as const
    await giveGift({ db, now: clock.now(), config }, giving, 'operator:test')
    const { problems, own } = await checkBooks(db)
    expect([problems, own.fen - before.fen, own.accounts - before.accounts]).toEqual([[], 1500, 1])
  })
})

describe('a release that does not know pieces', () => {
  /** What release 0.2.0 leaves after a renewal: its columns and a new revision, but no piece. */
  async function renewAsBefore(user: Buyer, sold: { wireId: string }): Promise<void> {
    await purchase(user, sold, { action: 'renew' })
    await db.pool.query('delete from subscription_pieces where account_id = $1 and number = 2', [user.account.id])
    const text = 'update subscriptions set piece_revision = piece_revision - 1, last_piece = 1 where account_id = $1'
    await db.pool.query(text, [user.account.id])
  }

  test('sells in between: the time then becomes one piece with what is known to be paid, and continues from there', async () => {
    const { resellerId, small, big } = await buildWorld(30_000)
    const user = await buildBuyer({ resellerId, fen: 20_000 })
    await purchase(user, small)
    await renewAsBefore(user, small)
    expectAbout((await quote(user, big, { action: 'upgrade' })).data.creditFen, 7800)
    await purchase(user, small, { action: 'renew' })
    const { pieces } = await subscriptionOf(user)
    expect(pieces.map(({ number, orderId }) => [number, orderId === null])).toEqual([
      [2, true],
      [3, false],
    ])
    expectAbout(pieces[0]!.creditFen, 3000)
  })
})
