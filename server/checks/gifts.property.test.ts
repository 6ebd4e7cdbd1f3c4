import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { DAY_MS } from '../../contract/durations.ts'
import { MONEY_GAMES } from '../../test/grid.ts'
import { checkBooks } from '../domains/books/check-books.ts'
import { giveGift } from '../domains/gifts/give-gift.ts'
import type { GiftWish } from '../domains/gifts/price-gift.ts'
import { loadBalanceFen } from '../domains/ledger/load-balance.ts'
import { refundOrder } from '../domains/orders/refund-order.ts'
import { worthLeft } from '../domains/subscriptions/pieces.ts'
import { getSubscription } from '../domains/subscriptions/subscription-store.ts'
import { secondsLeft, serviceState } from '../domains/subscriptions/subscription.ts'
import { jobs } from '../jobs.ts'
import { clock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { buildPackage, fund, fundReseller, GB } from '../test/build/money-factories.ts'
import { makeApp } from '../test/run/make-app.ts'

// A user and a reseller who are the same person and try to get something for nothing.
const { call, db, config } = await makeApp()
const log = createLog('silent')
const DEPOSIT_FEN = 60_000
const RETAIL_FEN = [1000, 3000, 9000]
let nextReseller = 9000

beforeEach(() => clock.reset())

const which = fc.nat(2)
const moves = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('buy' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('package' as const), which }) },
  fc.record({ do: fc.constant('balance' as const), fen: fc.integer({ min: 1, max: 5000 }) }),
  fc.record({ do: fc.constant('price' as const), which, fen: fc.constantFrom(1, 100, 4500, 90_000) }),
  fc.record({ do: fc.constant('refund' as const), which: fc.nat(3), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 0, max: 20 }) }),
)
type Move = typeof moves extends fc.Arbitrary<infer M> ? M : never

async function openGame() {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  await fundReseller(db, resellerId, 1_000_000)
  const account = await buildAccount(db, { resellerId })
  await fund(db, account, DEPOSIT_FEN)
  const plans = []
  for (const fen of RETAIL_FEN)
    plans.push(await buildPackage(db, { resellerId, trafficBytes: 100 * GB, prices: { month: fen } }))
  const platformFen = await loadBalanceFen({ db }, { kind: 'platform', resellerId: null })
  return { resellerId, account, plans, paid: [] as string[], sums: { platformFen, hadFen: 0, giftFen: 0, moves: 0 } }
}
type Game = Awaited<ReturnType<typeof openGame>>

const ownerOf = ({ resellerId, account }: Game) => ({ resellerId, accountId: account.id })
/** Wholesale price of one day of the user's current package. */
const dayFen = ({ plans }: Game, packageId: number | null) =>
  (RETAIL_FEN[plans.findIndex(({ id }) => id === packageId)] ?? 0) / 2 / 30

async function worthOf(game: Game) {
  const balanceFen = await loadBalanceFen({ db }, { kind: 'user', ...ownerOf(game) })
  const { paidFen, wholesaleFen } = worthLeft(
    await getSubscription({ db }, ownerOf(game)),
    clock.now(),
    config.businessTz,
  )
  return { userFen: balanceFen + paidFen, wholesaleFen }
}

async function give(game: Game, wish: GiftWish): Promise<void> {
  const giving = { ...ownerOf(game), wish, paidBy: 'reseller' as const, key: randomUUID() }
  await giveGift({ db, now: clock.now(), config }, giving, 'staff:1').catch((error: { code: string }) => {
    expect(['gift.no_package', 'gift.not_upward']).toContain(error.code)
  })
}

async function buy(game: Game, index: number): Promise<void> {
  const token = await buildSession(db, game.account)
  const packageId = game.plans[index]!.wireId
  for (const action of ['new', 'renew', 'upgrade'] as const) {
    const quoted = await call(api.packages.quote, { action, packageId, period: 'month' }, { token })
    if (quoted.status !== 200) continue
    const wanted = { quoteId: quoted.data.quoteId, payBy: 'balance' as const, key: randomUUID() }
    const bought = await call(api.packages.buy, wanted, { token })
    if (bought.status === 200) game.paid.push(bought.data.orderId)
    return
  }
}

/**
 * The reseller sets retail, even below wholesale if it confirms: nobody may profit from this at the platform's cost.
 */
async function setRetail({ resellerId, plans }: Game, index: number, retailFen: number): Promise<void> {
  const confirmed = { confirmedRetailFen: retailFen, confirmedWholesaleFen: RETAIL_FEN[index]! / 2 }
  await db.kysely
    .updateTable('packageOffers')
    .set({ retailFen, ...confirmed })
    .where('resellerId', '=', resellerId)
    .where('packageId', '=', plans[index]!.id)
    .execute()
}

async function play(game: Game, move: Move): Promise<void> {
  if (move.do === 'price') return setRetail(game, move.which, move.fen)
  if (move.do === 'buy') return buy(game, move.which)
  if (move.do === 'days') return give(game, { kind: 'days', days: move.days })
  if (move.do === 'package')
    return give(game, { kind: 'package', packageId: game.plans[move.which]!.id, period: 'month' })
  if (move.do === 'balance') {
    game.sums.giftFen += move.fen
    return give(game, { kind: 'balance', amountFen: move.fen })
  }
  if (move.do === 'wait') {
    const subscription = await getSubscription({ db }, ownerOf(game))
    const days = Math.min(move.days, secondsLeft(subscription, clock.now()) / 86_400)
    game.sums.hadFen += days * dayFen(game, subscription.packageId)
    clock.shift(move.days * DAY_MS)
    return jobs['packages.reset_traffic']({ db, now: clock.now(), config, log, isLastAttempt: false }, {})
  }
  const orderId = game.paid[move.which]
  if (!orderId) return
  const order = db.kysely.selectFrom('orders').select(['totalFen', 'refundedFen']).where('id', '=', orderId)
  const { totalFen, refundedFen } = await order.executeTakeFirstOrThrow()
  const amountFen = Math.min(totalFen - refundedFen, Math.ceil((totalFen * move.percent) / 100))
  const refund = { resellerId: game.resellerId, orderId, amountFen, key: randomUUID(), operator: 'operator:test' }
  if (amountFen > 0) await refundOrder({ db, now: clock.now(), config, log }, refund)
}

/**
 * What was used and what is left, at wholesale, was paid to the platform. docs/money.md states what rounding may give.
 */
async function expectPaidFor(game: Game): Promise<void> {
  const subscription = await getSubscription({ db }, ownerOf(game))
  const isRunning = serviceState(subscription, clock.now()) === 'active'
  const leftFen = isRunning
    ? (secondsLeft(subscription, clock.now()) / 86_400) * dayFen(game, subscription.packageId)
    : 0
  const paidFen = (await loadBalanceFen({ db }, { kind: 'platform', resellerId: null })) - game.sums.platformFen
  game.sums.moves += 1
  expect(game.sums.hadFen + leftFen).toBeLessThanOrEqual((paidFen * 31) / 28 + 2 * game.sums.moves)
}

const isGift = ({ do: what }: Move) => what === 'days' || what === 'package'
const run = (only: (move: Move) => boolean, check: (game: Game) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(fc.array(moves.filter(only), { minLength: 3, maxLength: 10 }), async (sequence) => {
      clock.reset()
      const game = await openGame()
      for (const move of sequence) {
        const before = await worthOf(game)
        await play(game, move)
        const after = await worthOf(game)
        expect(after.userFen).toBeLessThanOrEqual(DEPOSIT_FEN + game.sums.giftFen)
        if (isGift(move)) {
          expect(after.userFen).toBeLessThanOrEqual(before.userFen)
          expect(after.wholesaleFen).toBeLessThanOrEqual(before.wholesaleFen)
        }
        await check(game)
      }
      expect((await checkBooks(db)).problems).toEqual([])
    }),
    MONEY_GAMES,
  )

test('M31: the money of a gift never comes back through an upgrade or a refund', () =>
  run(
    () => true,
    async () => {},
  ))

test('M31: nobody gets more at wholesale than the platform was paid, whoever gives to whom', () =>
  run(({ do: what }) => what !== 'refund', expectPaidFor))
