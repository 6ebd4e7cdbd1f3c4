import { limits } from '../../../contract/limits.ts'
import { addMonths, dayOfMonth, keptDay } from '../../platform/text/calendar.ts'
import { monthsOf, type Period } from '../catalogue/period.ts'
import type { PaidBy, Worth } from './piece.ts'
import { addPiece, endAll, endFinished, worthLeft } from './pieces.ts'
import {
  moveEnd,
  placeEnd,
  type Clock,
  monthGrant,
  packBytesLeft,
  planBytesLeft,
  running,
  secondsLeft,
  serviceState,
  type Plan,
  type Subscription,
} from './subscription.ts'

export type Purchase = { plan: Plan; period: Period; paid: Worth; by: PaidBy }

/** Starts a package now. Drops what was left of another: only an upgrade carries it over. */
export function startPackage(subscription: Subscription, purchase: Purchase, clock: Clock): Subscription {
  const { at } = running(subscription, clock.now)
  const months = monthsOf[purchase.period]
  return startUntil(subscription, purchase, months === 0 ? null : addMonths(at, months, clock.timeZone), clock)
}

/**
 * Starts a package with a given end: a month that is not covered to its end gives its share of the traffic. `resetAt`
 * ends the first month, if that is not a calendar month.
 */
export function startUntil(
  subscription: Subscription,
  { plan, period, paid, by }: Purchase,
  endsAt: Date | null,
  clock: Clock,
  resetAt?: Date,
): Subscription {
  const { at } = running(subscription, clock.now)
  const fresh = freshPlan(endAll(subscription), { plan, period, at, endsAt, resetAt }, clock.timeZone)
  return withBasis(addPiece(fresh, { ...sizeOf(fresh, clock), packageId: plan.id, paid, by }), clock)
}

/** Starts a package that waits for its first byte: it is set to begin at the end of the wait. */
export function startWaiting(start: (clock: Clock) => Subscription, clock: Clock): Subscription {
  const startsBy = new Date(clock.now.getTime() + limits.firstUseWaitMs)
  return { ...start({ ...clock, now: startsBy }), startsBy }
}

/**
 * Prolongs the same package. If expired, it starts now; if paused, the bank grows; for a one-time plan, the traffic
 * grows.
 */
export function renewPackage(subscription: Subscription, purchase: Purchase, clock: Clock): Subscription {
  const { plan, period, paid, by } = purchase
  const state = serviceState(subscription, clock.now)
  if (state === 'none' || state === 'expired') return startPackage(subscription, purchase, clock)
  if (period === 'once') {
    const more = { ...subscription, totalBytes: subscription.totalBytes + plan.trafficBytes }
    return addLonger(subscription, more, { paid, by }, clock)
  }
  const { at, endsAt } = running(subscription, clock.now)
  const end = endsAt ?? at
  const expiryDay = keptDay(end, subscription.expiryDay, clock.timeZone)
  const longer = addMonths(end, monthsOf[period], clock.timeZone, expiryDay)
  return addLonger(subscription, moveEnd({ ...subscription, period, expiryDay }, longer, clock), { paid, by }, clock)
}

/** The plan's traffic and all packs are used. A one-time plan has no next month. */
export function isUsedUp({ usedBytes, totalBytes, period }: Subscription): boolean {
  return period !== 'once' && totalBytes > 0 && usedBytes >= totalBytes
}

/**
 * Prolongs the same package and lets the next month's traffic begin now instead of at the reset: that reset is left
 * out, so that nobody gets more than was paid for.
 */
export function renewEarly(subscription: Subscription, purchase: Purchase, clock: Clock): Subscription {
  const { period, paid, by } = purchase
  const { endsAt } = running(subscription, clock.now)
  const { nextResetAt, resetDay } = subscription
  if (!isUsedUp(subscription) || !endsAt || !nextResetAt) return renewPackage(subscription, purchase, clock)
  const expiryDay = keptDay(endsAt, subscription.expiryDay, clock.timeZone)
  const longer = addMonths(endsAt, monthsOf[period], clock.timeZone, expiryDay)
  const fresh = {
    ...placeEnd({ ...subscription, period, expiryDay }, longer),
    usedBytes: 0,
    packBytes: 0,
    totalBytes: subscription.monthBytes,
    nextResetAt: addMonths(nextResetAt, 1, clock.timeZone, resetDay),
  }
  return addLonger(subscription, fresh, { paid, by }, clock)
}

/** Makes one piece of what `longer` has more than before. */
export function addLonger(
  before: Subscription,
  longer: Subscription,
  funds: { paid: Worth; by: PaidBy },
  clock: Clock,
): Subscription {
  const [had, has] = [sizeOf(before, clock), sizeOf(longer, clock)]
  const size = { kind: has.kind, seconds: has.seconds - had.seconds, bytes: Math.max(0, has.bytes - had.bytes) }
  const { pieces } = endFinished(before, clock)
  return withBasis(addPiece({ ...longer, pieces }, { ...size, packageId: longer.packageId, ...funds }), clock)
}

type Funds = { paid: Worth; by: PaidBy; packageId: number | null }

/**
 * Adds traffic on top of the plan, kept until used. It does not count for an upgrade's credit, so the revision stays.
 */
export function addPack(subscription: Subscription, bytes: number, funds: Funds): Subscription {
  const { totalBytes, packBytes } = subscription
  const more = { ...subscription, totalBytes: totalBytes + bytes, packBytes: packBytes + bytes }
  return addPiece(more, { kind: 'pack', seconds: 0, bytes, ...funds })
}

type Start = { plan: Plan; period: Period; at: Date; endsAt: Date | null; resetAt?: Date | undefined }

export function freshPlan(old: Subscription, start: Start, timeZone: string): Subscription {
  const { plan, period, at, endsAt, resetAt } = start
  const packBytes = packBytesLeft(old)
  const day = endsAt ? dayOfMonth(at, timeZone) : null
  const nextResetAt = endsAt ? (resetAt ?? addMonths(at, 1, timeZone)) : null
  const { trafficBytes } = plan
  const planBytes =
    endsAt && nextResetAt ? monthGrant(trafficBytes, { from: at, until: nextResetAt }, endsAt) : trafficBytes
  const fresh = {
    ...old,
    packageId: plan.id,
    period,
    startsBy: null,
    usedBytes: 0,
    packBytes,
    totalBytes: planBytes + packBytes,
    monthBytes: endsAt ? trafficBytes : 0,
    expiryDay: day,
    resetDay: day,
    nextResetAt,
    deviceLimit: plan.deviceLimit,
    lineLimit: plan.lineLimit,
    speedClass: plan.speedClass,
  }
  return placeEnd(fresh, endsAt)
}

/** How much time and traffic the plan still gives. */
export function sizeOf(subscription: Subscription, { now, timeZone }: Clock) {
  const kind = subscription.period === 'once' ? ('once' as const) : ('time' as const)
  return { kind, seconds: secondsLeft(subscription, now), bytes: planBytesLeft(subscription, now, timeZone) }
}

/** Stores what is left now as what the money stands for now: release 0.2.0, which has no pieces, reads it like this. */
export function withBasis(subscription: Subscription, clock: Clock): Subscription {
  const { paidFen, wholesaleFen } = worthLeft(subscription, clock.now, clock.timeZone)
  const { seconds, bytes } = sizeOf(subscription, clock)
  const revision = subscription.revision + 1
  const basis = { paidFen, paidWholesaleFen: wholesaleFen, paidSeconds: seconds, paidBytes: bytes }
  return { ...subscription, ...basis, revision, pieceRevision: revision }
}
