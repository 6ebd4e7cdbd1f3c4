import { floorShare } from './shares.ts'
import { planBytesLeft, secondsLeft, type Subscription } from './subscription.ts'

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
