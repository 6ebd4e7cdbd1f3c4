import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { DAY_S } from '../../../contract/durations.ts'
import { monthsOf } from '../catalogue/period.ts'
import { addDays, startDays } from './grant-days.ts'
import type { Piece } from './piece.ts'
import { worthLeft } from './pieces.ts'
import { renewPackage, startPackage } from './purchase.ts'
import { resetTraffic } from './reset-traffic.ts'
import { shortenPackage } from './shorten.ts'
import { NO_SUBSCRIPTION } from './subscription-store.ts'
import {
  after,
  planBytesLeft,
  running,
  secondsLeft,
  serviceState,
  type Plan,
  type Subscription,
} from './subscription.ts'
import { upgradePackage } from './upgrade.ts'

const GB = 1024 ** 3
const timeZone = 'Asia/Shanghai'
const start = new Date('2026-01-30T10:00:00+08:00')
const MONTH_FEN = [1000, 3000, 9000]
const plans: Plan[] = [100, 300, 1024].map((gigabytes, index) => ({
  id: index + 1,
  trafficBytes: gigabytes * GB,
  deviceLimit: 3,
  lineLimit: 5,
  speedClass: 'standard',
}))
/** What docs/money.md allows: months have 28 to 31 days, and each move rounds to the fen. */
const MONTH_LENGTHS = 31 / 28
const ROUNDING_FEN = 2

const which = fc.nat(2)
const moves = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      which,
      period: fc.constantFrom('month' as const, 'quarter' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('days' as const), which, days: fc.integer({ min: 1, max: 9 }) }),
  },
  fc.record({ do: fc.constant('pause' as const) }),
  fc.record({ do: fc.constant('resume' as const) }),
  fc.record({ do: fc.constant('refund' as const), percent: fc.integer({ min: 1, max: 100 }) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('use' as const), percent: fc.integer({ min: 1, max: 100 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 900 }) }) },
)
type Move = typeof moves extends fc.Arbitrary<infer M> ? M : never
type Rule = (subscription: Subscription) => Subscription
/** In fen: what was paid in all, what was refunded, and what the traffic and time received would have cost. */
type Walk = {
  subscription: Subscription
  now: Date
  paidFen: number
  backFen: number
  trafficFen: number
  timeFen: number
}

const monthFenOf = ({ packageId }: Subscription) => MONTH_FEN[(packageId ?? 1) - 1]!
const bytesFen = (subscription: Subscription, bytes: number) =>
  (bytes * monthFenOf(subscription)) / plans[(subscription.packageId ?? 1) - 1]!.trafficBytes
/** Uses the longest month: a shorter one is no gain. */
const secondsFen = (subscription: Subscription, seconds: number) => (seconds * monthFenOf(subscription)) / (31 * DAY_S)
const isRunning = ({ subscription, now }: Walk) => ['active', 'paused'].includes(serviceState(subscription, now))

function buy(walk: Walk, { which, period }: Extract<Move, { do: 'buy' }>): Walk {
  const { subscription, now } = walk
  const clock = { now, timeZone }
  const plan = plans[which]!
  const listFen = MONTH_FEN[which]! * monthsOf[period]
  const isSame = subscription.packageId === plan.id
  const credit = isRunning(walk) && !isSame ? worthLeft(subscription, now, timeZone) : { paidFen: 0, wholesaleFen: 0 }
  const totalFen = Math.max(0, listFen - credit.paidFen)
  // Wholesale equals retail here, so that only the user's own traffic and time are tested.
  const paid = { paidFen: totalFen, wholesaleFen: Math.max(0, listFen - credit.wholesaleFen) }
  const purchase = { plan, period, paid, by: { orderId: String(subscription.lastPiece + 1) } }
  const next = !isRunning(walk)
    ? startPackage(subscription, purchase, clock)
    : isSame
      ? renewPackage(subscription, purchase, clock)
      : upgradePackage(subscription, purchase, { listFen, discountFen: 0, fullWholesaleFen: listFen }, clock)
  return { ...walk, subscription: next, paidFen: walk.paidFen + totalFen }
}

function redeemDays(walk: Walk, { which, days }: Extract<Move, { do: 'days' }>): Walk {
  const { subscription, now } = walk
  const plan = plans[which]!
  const clock = { now, timeZone }
  if (isRunning(walk) && subscription.packageId !== plan.id) return walk
  const keyFen = Math.ceil((MONTH_FEN[which]! * days) / 30)
  const funds = { paid: { paidFen: 0, wholesaleFen: keyFen }, by: { cardId: subscription.lastPiece + 1 } }
  const next = isRunning(walk)
    ? addDays(subscription, days, funds, clock)
    : startDays(subscription, plan, days, funds, clock)
  return { ...walk, subscription: next, paidFen: walk.paidFen + keyFen }
}

/** Does what the statements of a pause do. */
function pause(walk: Walk): Walk {
  const { subscription, now } = walk
  if (serviceState(subscription, now) !== 'active') return walk
  const bankedSeconds = Math.ceil((subscription.expiresAt!.getTime() - now.getTime()) / 1000)
  return { ...walk, subscription: { ...subscription, pausedAt: now, expiresAt: null, bankedSeconds } }
}

function resume(walk: Walk): Walk {
  const { subscription, now } = walk
  const { pausedAt, nextResetAt, bankedSeconds } = subscription
  if (!pausedAt) return walk
  const lateMs = now.getTime() - pausedAt.getTime()
  const shifted = nextResetAt && bankedSeconds > 0 ? new Date(nextResetAt.getTime() + lateMs) : nextResetAt
  const expiresAt = bankedSeconds > 0 ? after(now, bankedSeconds) : null
  const resumed = { ...subscription, pausedAt: null, expiresAt, bankedSeconds: 0, nextResetAt: shifted }
  return { ...walk, subscription: resumed }
}

function refund(walk: Walk, percent: number): Walk {
  const { subscription, now } = walk
  const isPlain = ({ number }: Piece) => subscription.pieces.every(({ became }) => became !== number)
  const piece = subscription.pieces.findLast((one) => one.orderId !== null && !one.isEnded && isPlain(one))
  if (!piece || !isRunning(walk)) return walk
  const without = subscription.pieces.map((one) => (one === piece ? { ...one, paidFen: 0 } : one))
  const worth = (one: Subscription) => worthLeft(one, now, timeZone).paidFen
  const fen = Math.floor(((worth(subscription) - worth({ ...subscription, pieces: without })) * percent) / 100)
  if (fen === 0) return walk
  const order = { orderId: piece.orderId!, period: 'month' as const, isPlain: true }
  const shorter = shortenPackage(
    subscription,
    { ...order, fen, ofFen: piece.paidFen, wholesaleFen: fen },
    { now, timeZone },
  )
  return { ...walk, subscription: shorter, backFen: walk.backFen + fen }
}

function use(walk: Walk, percent: number): Walk {
  const { subscription, now } = walk
  if (serviceState(subscription, now) !== 'active') return walk
  const left = Math.max(0, subscription.totalBytes - subscription.usedBytes)
  const bytes = Math.floor((left * percent) / 100)
  const used = { ...subscription, usedBytes: subscription.usedBytes + bytes }
  return { ...walk, subscription: used, trafficFen: walk.trafficFen + bytesFen(subscription, bytes) }
}

function waitFor(walk: Walk, hours: number): Walk {
  const until = after(walk.now, hours * 3600)
  let { subscription } = walk
  const { endsAt } = running(subscription, walk.now)
  const hadMs = subscription.pausedAt || !endsAt ? 0 : Math.min(until.getTime(), endsAt.getTime()) - walk.now.getTime()
  const timeFen = walk.timeFen + secondsFen(subscription, Math.max(0, hadMs) / 1000)
  while (!subscription.pausedAt && subscription.nextResetAt && subscription.nextResetAt <= until) {
    subscription = resetTraffic(subscription, subscription.nextResetAt, timeZone)
  }
  return { ...walk, subscription, now: until, timeFen }
}

function step(walk: Walk, move: Move): Walk {
  switch (move.do) {
    case 'buy':
      return buy(walk, move)
    case 'days':
      return redeemDays(walk, move)
    case 'pause':
      return pause(walk)
    case 'resume':
      return resume(walk)
    case 'refund':
      return refund(walk, move.percent)
    case 'use':
      return use(walk, move.percent)
    case 'wait':
      return waitFor(walk, move.hours)
  }
}

function walkOf(sequence: readonly Move[], rule: Rule): void {
  let walk: Walk = { subscription: NO_SUBSCRIPTION, now: start, paidFen: 0, backFen: 0, trafficFen: 0, timeFen: 0 }
  sequence.forEach((move, index) => {
    walk = step(walk, move)
    walk = { ...walk, subscription: rule(walk.subscription) }
    const { subscription, now, paidFen, backFen } = walk
    const bytesLeft = isRunning(walk) ? planBytesLeft(subscription, now, timeZone) : 0
    const mostFen = paidFen * MONTH_LENGTHS - backFen + ROUNDING_FEN * (index + 1)
    expect(walk.trafficFen + bytesFen(subscription, bytesLeft), 'traffic').toBeLessThanOrEqual(mostFen)
    expect(walk.timeFen + secondsFen(subscription, secondsLeft(subscription, now)), 'time').toBeLessThanOrEqual(mostFen)
  })
}

const walks = (rule: Rule) =>
  fc.property(fc.array(moves, { minLength: 2, maxLength: 25 }), (sequence) => walkOf(sequence, rule))

describe('M26: nobody gets more traffic or time than was paid for, beyond the rounding that docs/money.md names', () => {
  test('by buying, upgrading, day keys, pauses, refunds and use in any order', () => {
    fc.assert(
      walks((subscription) => subscription),
      { numRuns: 400 },
    )
  })

  test('detects a variant that gives every started month in full', () => {
    const whole: Rule = (one) => (one.nextResetAt ? { ...one, totalBytes: one.packBytes + one.monthBytes } : one)
    expect(fc.check(walks(whole), { numRuns: 400 }).failed).toBe(true)
  })
})
