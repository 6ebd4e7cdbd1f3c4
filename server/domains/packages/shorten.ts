import {
  moveEnd,
  worthLeft,
  ceilShare,
  after,
  packBytesLeft,
  running,
  secondsLeft,
  type Subscription,
} from './subscription.ts'
import { withBasis } from './purchase.ts'

/**
 * Takes back what `refundFen` had bought, at the rate of the basis: after a plain purchase the same share of the time
 * as of the price. Never more than is left.
 */
export function shortenPackage(
  subscription: Subscription,
  refund: { fen: number; wholesaleFen: number },
  clock: { now: Date; timeZone: string },
): Subscription {
  const { now, timeZone } = clock
  const before = worthLeft(subscription, now, timeZone)
  const worth = {
    paidFen: Math.max(0, before.paidFen - refund.fen),
    wholesaleFen: Math.max(0, before.wholesaleFen - refund.wholesaleFen),
  }
  const { paidFen, paidSeconds, paidBytes, period } = subscription
  if (period === 'once') {
    const planBytes = subscription.totalBytes - subscription.packBytes
    const left = Math.max(0, planBytes - subscription.usedBytes)
    const taken = Math.min(left, ceilShare(paidBytes, refund.fen, paidFen))
    return withBasis({ ...subscription, totalBytes: subscription.totalBytes - taken }, worth, clock)
  }
  const left = secondsLeft(subscription, now)
  const taken = Math.min(left, ceilShare(paidSeconds, refund.fen, paidFen))
  const { at, endsAt } = running(subscription, now)
  if (taken === 0 || !endsAt) return withBasis(subscription, worth, clock)
  // A second that has begun counts as used.
  return withBasis(moveEnd(subscription, taken === left ? at : after(endsAt, -taken), clock), worth, clock)
}

/** Bytes of a pack that are still unused, up to the refunded share of it. */
export function shortenPack(subscription: Subscription, bytes: number): Subscription {
  const taken = Math.min(bytes, packBytesLeft(subscription))
  return {
    ...subscription,
    packBytes: subscription.packBytes - taken,
    totalBytes: subscription.totalBytes - taken,
  }
}
