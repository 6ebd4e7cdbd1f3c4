import { addMonths } from '../../platform/calendar.ts'
import { floorShare, ceilShare } from './shares.ts'
import { planBytesLeft, secondsLeft, type Subscription, running } from './subscription.ts'

export type Worth = { paidFen: number; wholesaleFen: number }

/**
 * What is left of the money that was paid: floor(paid × min(share of time left, share of traffic left)). Packs and
 * coupon discounts are no part of the basis. The wholesale price melts alike, so that a reseller pays it once.
 */
export function worthLeft(subscription: Subscription, now: Date, timeZone: string): Worth {
  const { paidFen, paidWholesaleFen, paidSeconds, paidBytes, period } = subscription
  const bytes = { left: planBytesLeft(subscription, now, timeZone), whole: paidBytes }
  const seconds = { left: secondsLeft(subscription, now), whole: paidSeconds }
  const shares = period === 'once' ? [bytes] : [seconds, bytes]
  const partOf = (amount: number) => Math.min(...shares.map(({ left, whole }) => floorShare(amount, left, whole)))
  return { paidFen: partOf(paidFen), wholesaleFen: partOf(paidWholesaleFen) }
}

type Clock = { now: Date; timeZone: string }

/**
 * The same package with another end. This month's traffic follows: it grows by the share of the month that is covered
 * now and was not, never beyond a whole month's, and shrinks by the share that no longer is.
 */
export function moveEnd(subscription: Subscription, endsAt: Date | null, clock: Clock): Subscription {
  const moved = placeEnd(subscription, endsAt, running(subscription, clock.now).at)
  const { nextResetAt, resetDay, monthBytes, packBytes } = subscription
  if (!nextResetAt) return moved
  const untilMs = nextResetAt.getTime()
  const lengthMs = untilMs - addMonths(nextResetAt, -1, clock.timeZone, resetDay).getTime()
  const coveredUntil = (one: Subscription) => {
    const { at, endsAt: end } = running(one, clock.now)
    return Math.min(untilMs, (end ?? at).getTime())
  }
  const moreMs = coveredUntil(moved) - coveredUntil(subscription)
  const bytes = subscription.totalBytes - packBytes
  const next =
    moreMs >= 0
      ? Math.max(bytes, Math.min(monthBytes, bytes + floorShare(monthBytes, moreMs, lengthMs)))
      : Math.max(0, bytes - ceilShare(monthBytes, -moreMs, lengthMs))
  return { ...moved, totalBytes: next + packBytes }
}

/** A one-time plan has no time to bank. Switching to one leaves the pause as it is, only without an end. */
export function placeEnd(subscription: Subscription, endsAt: Date | null, at: Date): Subscription {
  if (!subscription.pausedAt || !endsAt) return { ...subscription, expiresAt: endsAt, bankedSeconds: 0 }
  const bankedSeconds = Math.max(0, Math.ceil((endsAt.getTime() - at.getTime()) / 1000))
  return { ...subscription, expiresAt: null, bankedSeconds }
}
