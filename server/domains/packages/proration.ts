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

/** floor(amount × part ÷ whole) without rounding on the way, never more than the amount; 0 of nothing. */
export function floorShare(amount: number, part: number, whole: number): number {
  if (whole <= 0 || part <= 0) return 0
  return part >= whole ? amount : Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
}

export function ceilShare(amount: number, part: number, whole: number): number {
  if (whole <= 0 || part >= whole) return amount
  return Number((BigInt(amount) * BigInt(part) + BigInt(whole) - 1n) / BigInt(whole))
}
