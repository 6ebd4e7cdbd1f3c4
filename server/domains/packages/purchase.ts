import { addMonths, dayOfMonth, keptDay } from '../../platform/calendar.ts'
import { monthsOf, type Period } from './periods.ts'
import { worthLeft, type Worth } from './proration.ts'
import {
  after,
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
  const endsAt = period === 'once' ? null : addMonths(at, monthsOf[period], clock.timeZone)
  return withBasis(placeEnd(freshPlan(subscription, plan, period, at, clock.timeZone), endsAt, at), paid, clock)
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
  return withBasis(placeEnd({ ...subscription, period, expiryDay }, longer, at), worth, clock)
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
  const fresh = freshPlan(subscription, plan, period, at, clock.timeZone)
  if (period === 'once') {
    const totalBytes = fresh.totalBytes + scale(plan.trafficBytes, surplusFen, listFen)
    return withBasis(placeEnd({ ...fresh, totalBytes }, null, at), worth, clock)
  }
  const wholeEnd = addMonths(at, monthsOf[period], clock.timeZone)
  const wholeSeconds = (wholeEnd.getTime() - at.getTime()) / 1000
  const extraSeconds = Math.min(CENTURY_SECONDS, scale(wholeSeconds, surplusFen, listFen))
  const endsAt = after(wholeEnd, extraSeconds)
  const expiryDay = extraSeconds === 0 ? fresh.expiryDay : dayOfMonth(endsAt, clock.timeZone)
  return withBasis(placeEnd({ ...fresh, expiryDay }, endsAt, at), worth, clock)
}

/** More traffic beside the plan's, kept until used. It has no part in an upgrade's credit, so the revision stays. */
export function addPack(subscription: Subscription, bytes: number): Subscription {
  const { totalBytes, packBytes } = subscription
  return { ...subscription, totalBytes: totalBytes + bytes, packBytes: packBytes + bytes }
}

function freshPlan(old: Subscription, plan: Plan, period: Period, at: Date, timeZone: string): Subscription {
  const packBytes = packBytesLeft(old)
  const day = period === 'once' ? null : dayOfMonth(at, timeZone)
  return {
    ...old,
    packageId: plan.id,
    period,
    usedBytes: 0,
    packBytes,
    totalBytes: plan.trafficBytes + packBytes,
    expiryDay: day,
    resetDay: day,
    nextResetAt: period === 'once' ? null : addMonths(at, 1, timeZone),
    deviceLimit: plan.deviceLimit,
    lineLimit: plan.lineLimit,
    speedClass: plan.speedClass,
  }
}

/** A one-time plan has no time to keep in a bank, so taking one ends nothing: the pause goes on, its end does not. */
function placeEnd(subscription: Subscription, endsAt: Date | null, at: Date): Subscription {
  if (!subscription.pausedAt || !endsAt) return { ...subscription, expiresAt: endsAt, bankedSeconds: 0 }
  const bankedSeconds = Math.max(0, Math.ceil((endsAt.getTime() - at.getTime()) / 1000))
  return { ...subscription, expiresAt: null, bankedSeconds }
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

/** amount × part ÷ whole, down also below 0. */
function scale(amount: number, part: number, whole: number): number {
  const product = BigInt(Math.floor(amount)) * BigInt(part)
  const quotient = product / BigInt(whole)
  return Number(product % BigInt(whole) < 0n ? quotient - 1n : quotient)
}
