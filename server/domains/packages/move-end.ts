import { addMonths } from '../../platform/calendar.ts'
import { ceilShare, floorShare } from './shares.ts'
import { running, type Subscription } from './subscription.ts'

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

/** A one-time plan has no time to keep in a bank, so taking one ends nothing: the pause goes on, its end does not. */
export function placeEnd(subscription: Subscription, endsAt: Date | null, at: Date): Subscription {
  if (!subscription.pausedAt || !endsAt) return { ...subscription, expiresAt: endsAt, bankedSeconds: 0 }
  const bankedSeconds = Math.max(0, Math.ceil((endsAt.getTime() - at.getTime()) / 1000))
  return { ...subscription, expiresAt: null, bankedSeconds }
}
