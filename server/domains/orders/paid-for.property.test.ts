import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Config } from '../../config.ts'
import { daysFen, floorShare } from '../catalogue/prices/prorate.ts'
import { addDays, startDays } from '../subscriptions/grant-days.ts'
import type { Piece } from '../subscriptions/piece.ts'
import { dueFen, worthLeft } from '../subscriptions/pieces.ts'
import { resetTraffic } from '../subscriptions/reset-traffic.ts'
import { shortenPackage } from '../subscriptions/shorten.ts'
import { NO_SUBSCRIPTION } from '../subscriptions/subscription-store.ts'
import { after, serviceState, type Plan, type Subscription } from '../subscriptions/subscription.ts'
import { changePackage } from '../subscriptions/upgrade.ts'
import { applyPurchase, fits } from './fulfil-order.ts'
import { workOutPrice, type Price } from './make-quote.ts'

// The rules of price and worth alone, without a database: many walks, and not one fen of tolerance.
const GB = 1024 ** 3
const timeZone = 'Asia/Shanghai'
const start = new Date('2026-01-30T10:00:01+08:00')
const plans: Plan[] = [97, 307, 1021].map((gigabytes, index) => ({
  id: index + 1,
  trafficBytes: gigabytes * GB + 1,
  deviceLimit: 3,
  lineLimit: 5,
  speedClass: 'standard',
}))

/** What docs/money.md allows each move for the user’s own credit; the platform gives nothing away. */
const ROUNDING_FEN = 2

const which = fc.nat(2)
const fen = fc.integer({ min: 1, max: 9999 })
const period = fc.constantFrom('month' as const, 'quarter' as const, 'once' as const)
const coupon = fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 99 }))
const moves = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('buy' as const), which, period, retailFen: fen, wholesaleFen: fen, coupon }),
  },
  fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 1, max: 40 }), wholesaleFen: fen }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), which, wholesaleFen: fen }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which: fc.nat(4),
      share: fc.integer({ min: 1, max: 1000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('use' as const), percent: fc.integer({ min: 1, max: 100 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 3_000_000 }) }),
  },
)
type Move = typeof moves extends fc.Arbitrary<infer M> ? M : never
type Order = {
  id: string
  period: 'month' | 'quarter' | 'once'
  isPlain: boolean
  refundedFen: number
  totalFen: number
  wholesaleFen: number
}
/** `paidFen`, `receivedFen`: what the user and the platform paid and got, all refunds taken away. */
type Walk = { subscription: Subscription; now: Date; orders: Order[]; paidFen: number; receivedFen: number }
/** What a sale makes of a subscription. */
type Rule = (bought: Subscription) => Subscription

const clockOf = ({ now }: Walk) => ({ now, timeZone })
const isRunning = ({ subscription, now }: Walk) => serviceState(subscription, now) === 'active'

function buy(walk: Walk, move: Extract<Move, { do: 'buy' }>, rule: Rule): Walk {
  const { subscription, now, orders } = walk
  const plan = plans[move.which]!
  const wanted = (action: 'new' | 'renew' | 'upgrade') => ({ action, packageId: plan.id, period: move.period })
  const action = (['new', 'renew', 'upgrade'] as const).find((one) => fits(subscription, wanted(one), now))
  if (!action) return walk
  const { retailFen, wholesaleFen } = move
  const offer = { ...plan, kind: 'plan' as const, period: move.period, retailFen, wholesaleFen } as Price['offer']
  const discount = move.coupon === null ? null : { id: 1, percent: move.coupon, amountFen: null }
  const ctx = { now, config: { businessTz: timeZone } as Config }
  const goods = { offer, subscription, coupon: discount as Parameters<typeof workOutPrice>[1]['coupon'] }
  const price = workOutPrice(ctx, goods, wanted(action))
  const id = String(orders.length + 1)
  const bought = { ...price, action, plan, period: move.period, by: { orderId: id } }
  const next = rule(applyPurchase(subscription, bought, clockOf(walk))!)
  const order = { id, period: move.period, isPlain: action !== 'upgrade', refundedFen: 0 }
  const { totalFen } = price
  return {
    ...walk,
    subscription: next,
    orders: [...orders, { ...order, totalFen, wholesaleFen: price.wholesaleFen }],
    paidFen: walk.paidFen + totalFen,
    receivedFen: walk.receivedFen + price.wholesaleFen,
  }
}

function refund(walk: Walk, { which: back, share }: Extract<Move, { do: 'refund' }>): Walk {
  const order = walk.orders.at(-1 - back)
  if (!order) return walk
  const { totalFen, refundedFen } = order
  const amountFen = Math.min(totalFen - refundedFen, Math.ceil((totalFen * share) / 1000))
  if (amountFen === 0) return walk
  const backOf = (sumFen: number) => floorShare(order.wholesaleFen, sumFen, totalFen)
  const wholesaleFen = backOf(refundedFen + amountFen) - backOf(refundedFen)
  const wish = { orderId: order.id, period: order.period, isPlain: order.isPlain }
  const amounts = { fen: amountFen, wholesaleFen, ofFen: totalFen - refundedFen }
  const subscription = shortenPackage(walk.subscription, { ...wish, ...amounts }, clockOf(walk))
  const orders = walk.orders.map((one) => (one === order ? { ...one, refundedFen: refundedFen + amountFen } : one))
  const sums = { paidFen: walk.paidFen - amountFen, receivedFen: walk.receivedFen - wholesaleFen }
  return { ...walk, subscription, orders, ...sums }
}

function giveDays(walk: Walk, { days, wholesaleFen: monthFen }: Extract<Move, { do: 'days' }>): Walk {
  const { subscription } = walk
  const plan = plans.find(({ id }) => id === subscription.packageId)
  if (!plan || subscription.period === 'once') return walk
  const costFen = daysFen(monthFen, days)
  const funds = { paid: { paidFen: 0, wholesaleFen: costFen }, by: { giftId: 1 } }
  const next = isRunning(walk)
    ? addDays(subscription, days, funds, clockOf(walk))
    : startDays(subscription, plan, days, funds, clockOf(walk))
  return { ...walk, subscription: next, receivedFen: walk.receivedFen + costFen }
}

/** By staff, at the reseller's cost: wholesale less what is left of the platform's. */
function changeAsGift(walk: Walk, { which: to, wholesaleFen }: Extract<Move, { do: 'change' }>): Walk {
  const { subscription, now } = walk
  const plan = plans[to]!
  if (!isRunning(walk) || subscription.packageId === plan.id || subscription.period === 'once') return walk
  const costFen = Math.max(0, wholesaleFen - worthLeft(subscription, now, timeZone).wholesaleFen)
  const given = { plan, period: 'month' as const, by: { giftId: 1 }, costFen, wholesaleFen }
  const next = changePackage(subscription, given, clockOf(walk))
  return { ...walk, subscription: next, receivedFen: walk.receivedFen + costFen }
}

function step(walk: Walk, move: Move, rule: Rule): Walk {
  if (move.do === 'buy') return buy(walk, move, rule)
  if (move.do === 'refund') return refund(walk, move)
  if (move.do === 'days') return giveDays(walk, move)
  if (move.do === 'change') return changeAsGift(walk, move)
  let { subscription } = walk
  if (move.do === 'use') {
    const left = isRunning(walk) ? Math.max(0, subscription.totalBytes - subscription.usedBytes) : 0
    const usedBytes = subscription.usedBytes + Math.floor((left * move.percent) / 100)
    return { ...walk, subscription: { ...subscription, usedBytes } }
  }
  const now = after(walk.now, move.seconds)
  while (subscription.nextResetAt && subscription.nextResetAt <= now) {
    subscription = resetTraffic(subscription, subscription.nextResetAt, timeZone)
  }
  return { ...walk, subscription, now }
}

/** A refund of used time took more of the next package than its credit; the package after that brought it back. */
const FOUND_ONCE: Move[] = [
  { do: 'buy', which: 0, period: 'month', retailFen: 300, wholesaleFen: 2000, coupon: null },
  { do: 'wait', seconds: 2_255_040 },
  { do: 'buy', which: 0, period: 'once', retailFen: 108, wholesaleFen: 5095, coupon: null },
  { do: 'refund', which: 1, share: 1000 },
  { do: 'buy', which: 0, period: 'month', retailFen: 1, wholesaleFen: 4895, coupon: null },
]

/** A refund forgot what an older order had brought into its package: refunding that one, too, took nothing. */
const FOUND_TWICE: Move[] = [
  { do: 'buy', which: 0, period: 'month', retailFen: 1, wholesaleFen: 1, coupon: 1 },
  { do: 'buy', which: 1, period: 'month', retailFen: 2, wholesaleFen: 2, coupon: 1 },
  { do: 'buy', which: 0, period: 'month', retailFen: 75, wholesaleFen: 75, coupon: null },
  { do: 'refund', which: 1, share: 1 },
  { do: 'refund', which: 2, share: 1 },
]
/** The same through a package that staff gave in between. */
const FOUND_THRICE: Move[] = [
  { do: 'buy', which: 0, period: 'month', retailFen: 19, wholesaleFen: 1, coupon: 1 },
  { do: 'change', which: 1, wholesaleFen: 1 },
  { do: 'buy', which: 0, period: 'month', retailFen: 956, wholesaleFen: 1083, coupon: null },
  { do: 'refund', which: 1, share: 685 },
  { do: 'refund', which: 0, share: 816 },
]

const worthOf = ({ subscription, now }: Walk) => worthLeft(subscription, now, timeZone)

function walkOf(sequence: readonly Move[], rule: Rule): void {
  let walk: Walk = { subscription: NO_SUBSCRIPTION, now: start, orders: [], paidFen: 0, receivedFen: 0 }
  for (const move of sequence) {
    const before = walk
    walk = step(walk, move, rule)
    const { pieces } = walk.subscription
    const grantedFen = pieces.reduce((sum, piece) => sum + dueFen(piece), 0)
    const ownFen = pieces.reduce((sum, piece) => sum + piece.ownFen, 0)
    expect(grantedFen, 'granted at wholesale').toBeLessThanOrEqual(walk.receivedFen + ownFen)
    const [had, has] = [worthOf(before), worthOf(walk)]
    const isRefund = move.do === 'refund'
    // A refund may leave used traffic to another piece, since months have 28 to 31 days; what went along is in whole fen.
    const paidFen = isRefund
      ? walk.paidFen + ROUNDING_FEN * sequence.length
      : had.paidFen + walk.paidFen - before.paidFen
    const receivedFen = move.do === 'buy' ? walk.receivedFen - before.receivedFen : 0
    expect(has.paidFen, 'credit of the user').toBeLessThanOrEqual(paidFen)
    expect(has.wholesaleFen, 'credit of the platform').toBeLessThanOrEqual(
      isRefund ? walk.receivedFen : had.wholesaleFen + receivedFen,
    )
  }
}

const walks = (rule: Rule) =>
  fc.property(fc.array(moves, { minLength: 2, maxLength: 16 }), (sequence) => walkOf(sequence, rule))

describe('M42, M31: at odd prices nobody has a fen more than was paid', () => {
  test('by buying, coupons, changes, gifts, refunds in parts and use in any order', () => {
    fc.assert(
      walks((bought) => bought),
      { numRuns: 300, examples: [[FOUND_ONCE], [FOUND_TWICE], [FOUND_THRICE]] },
    )
  })

  test.each(['paidFen', 'creditFen', 'rateFen'] as const)('detects a fen too much in %s of each sale', (column) => {
    const richer: Rule = (bought) => {
      const more = (piece: Piece) =>
        piece.number === bought.lastPiece ? { ...piece, [column]: piece[column]! + 1 } : piece
      return { ...bought, pieces: bought.pieces.map(more) }
    }
    expect(fc.check(walks(richer), { numRuns: 300 }).failed).toBe(true)
  })
})
