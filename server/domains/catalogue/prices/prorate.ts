const DAYS_PER_MONTH = 30

/** A key, a gift and a gift link cost their days in proportion to a month, rounded up: no day is given below its price. */
export function daysFen(periodFen: number, days: number, months = 1): number {
  return ceilRatio(periodFen, days, months * DAYS_PER_MONTH)
}

/** Traffic costs likewise its share of a pack. */
export function trafficFen(packFen: number, bytes: number, packBytes: number): number {
  return ceilRatio(packFen, bytes, packBytes)
}

function ceilRatio(amount: number, part: number, whole: number): number {
  return Number((BigInt(amount) * BigInt(part) + BigInt(whole) - 1n) / BigInt(whole))
}

/** floor(amount × part ÷ whole) without intermediate rounding, never more than the amount; 0 when `whole` is 0. */
export function floorShare(amount: number, part: number, whole: number): number {
  if (whole <= 0 || part <= 0) return 0
  return part >= whole ? amount : Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
}

export function ceilShare(amount: number, part: number, whole: number): number {
  return whole <= 0 || part >= whole ? amount : ceilRatio(amount, part, whole)
}
