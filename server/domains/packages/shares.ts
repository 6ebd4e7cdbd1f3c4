/** floor(amount × part ÷ whole) without rounding on the way, never more than the amount; 0 of nothing. */
export function floorShare(amount: number, part: number, whole: number): number {
  if (whole <= 0 || part <= 0) return 0
  return part >= whole ? amount : Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
}

export function ceilShare(amount: number, part: number, whole: number): number {
  if (whole <= 0 || part >= whole) return amount
  return Number((BigInt(amount) * BigInt(part) + BigInt(whole) - 1n) / BigInt(whole))
}
