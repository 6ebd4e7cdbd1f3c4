import { addMonths, dayOfMonth, keptDay } from '../../platform/calendar.ts'
import {
  moveEnd,
  placeEnd,
  worthLeft,
  type Worth,
  monthsOf,
  type Period,
  after,
  monthGrant,
  packBytesLeft,
  planBytesLeft,
  running,
  secondsLeft,
  serviceState,
  type Plan,
  type Subscription,
} from './subscription.ts'

export type Purchase = { plan: Plan; period: Period; paid: Worth }
/** Prices of an upgrade: what is paid and credited together may be more or less than the price by now. */
export type UpgradePrice = { listFen: number; discountFen: number }
/** A dear package turned into a cheap one can be worth more years than a date can hold. */
const CENTURY_SECONDS = 100 * 365 * 86_400
type Clock = { now: Date; timeZone: string }

/** A package from now on. What was left of another is gone: that is an upgrade's business. */
export function startPackage(subscription: Subscription, { plan, period, paid }: Purchase, clock: Clock): Subscription {
  const { at } = running(subscription, clock.now)
  return startUntil(
    subscription,
    { plan, period, paid },
    period === 'once' ? null : addMonths(at, monthsOf[period], clock.timeZone),
    clock,
  )
}

/** Until a day of its own: a month that is not covered to its end gives its share of the traffic. */
export function startUntil(
  subscription: Subscription,
  { plan, period, paid }: Purchase,
  endsAt: Date | null,
  clock: Clock,
): Subscription {
  const { at } = running(subscription, clock.now)
  return withBasis(freshPlan(subscription, { plan, period, at, endsAt }, clock.timeZone), paid, clock)
}

/** The same package for longer. Expired, it starts now; paused, the bank grows; of a one-time plan, the traffic grows. */
export function renewPackage(subscription: Subscription, purchase: Purchase, clock: Clock): Subscription {
  const { plan, period, paid } = purchase
  const state = serviceState(subscription, clock.now)
  if (state === 'none' || state === 'expired') return startPackage(subscription, purchase, clock)
  const worth = addWorth(worthLeft(subscription, clock.now, clock.timeZone), paid)
  if (period === 'once') {
    return withBasis({ ...subscription, totalBytes: subscription.totalBytes + plan.trafficBytes }, worth, clock)
  }
  const { at, endsAt } = running(subscription, clock.now)
  const end = endsAt ?? at
  const expiryDay = keptDay(end, subscription.expiryDay, clock.timeZone)
  const longer = addMonths(end, monthsOf[period], clock.timeZone, expiryDay)
  return withBasis(moveEnd({ ...subscription, period, expiryDay }, longer, clock), worth, clock)
}

/**
 * Another package from now on, for what was just paid and what is left of the old one. More value than the price extends
 * the time (a one-time plan's traffic), less shortens it: that is what melted between order and payment. Never cash.
 * Both at the list price, so that a coupon counts once and not once more for the credit.
 */
export function upgradePackage(
  subscription: Subscription,
  { plan, period, paid }: Purchase,
  { listFen, discountFen }: UpgradePrice,
  clock: Clock,
): Subscription {
  const { at } = running(subscription, clock.now)
  const worth = addWorth(worthLeft(subscription, clock.now, clock.timeZone), paid)
  const surplusFen = worth.paidFen - (listFen - discountFen)
  if (period === 'once') {
    const fresh = freshPlan(subscription, { plan, period, at, endsAt: null }, clock.timeZone)
    const totalBytes = fresh.totalBytes + scale(plan.trafficBytes, surplusFen, listFen)
    return withBasis({ ...fresh, totalBytes }, worth, clock)
  }
  const wholeEnd = addMonths(at, monthsOf[period], clock.timeZone)
  const wholeSeconds = (wholeEnd.getTime() - at.getTime()) / 1000
  const extraSeconds = Math.min(CENTURY_SECONDS, scale(wholeSeconds, surplusFen, listFen))
  const endsAt = after(wholeEnd, extraSeconds)
  const fresh = freshPlan(subscription, { plan, period, at, endsAt }, clock.timeZone)
  const expiryDay = extraSeconds === 0 ? fresh.expiryDay : dayOfMonth(endsAt, clock.timeZone)
  return withBasis({ ...fresh, expiryDay }, worth, clock)
}

/** More traffic beside the plan's, kept until used. It has no part in an upgrade's credit, so the revision stays. */
export function addPack(subscription: Subscription, bytes: number): Subscription {
  const { totalBytes, packBytes } = subscription
  return { ...subscription, totalBytes: totalBytes + bytes, packBytes: packBytes + bytes }
}

type Start = { plan: Plan; period: Period; at: Date; endsAt: Date | null }

function freshPlan(old: Subscription, { plan, period, at, endsAt }: Start, timeZone: string): Subscription {
  const packBytes = packBytesLeft(old)
  const day = endsAt ? dayOfMonth(at, timeZone) : null
  const nextResetAt = endsAt ? addMonths(at, 1, timeZone) : null
  const { trafficBytes } = plan
  const planBytes =
    endsAt && nextResetAt ? monthGrant(trafficBytes, { from: at, until: nextResetAt }, endsAt) : trafficBytes
  const fresh = {
    ...old,
    packageId: plan.id,
    period,
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
  return placeEnd(fresh, endsAt, at)
}

/** What is left now is what the money now stands for. */
export function withBasis(subscription: Subscription, worth: Worth, { now, timeZone }: Clock): Subscription {
  return {
    ...subscription,
    paidFen: worth.paidFen,
    paidWholesaleFen: worth.wholesaleFen,
    paidSeconds: secondsLeft(subscription, now),
    paidBytes: planBytesLeft(subscription, now, timeZone),
    revision: subscription.revision + 1,
  }
}

function addWorth(a: Worth, b: Worth): Worth {
  return { paidFen: a.paidFen + b.paidFen, wholesaleFen: a.wholesaleFen + b.wholesaleFen }
}

/** amount × part ÷ whole, rounded down, also below 0. */
function scale(amount: number, part: number, whole: number): number {
  const product = BigInt(Math.floor(amount)) * BigInt(part)
  const quotient = product / BigInt(whole)
  return Number(product % BigInt(whole) < 0n ? quotient - 1n : quotient)
}
