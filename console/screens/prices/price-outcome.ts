/** What one sale brings: the margin and its share of the price, or the loss when the price is below wholesale. */
export function priceOutcome(retailFen: number, wholesaleFen: number) {
  if (retailFen < wholesaleFen) return { isBelow: true, lossFen: wholesaleFen - retailFen } as const
  const marginFen = retailFen - wholesaleFen
  return { isBelow: false, marginFen, percent: retailFen > 0 ? marginPercent(retailFen, wholesaleFen) : 0 } as const
}

/** Margin in percent of the retail price, to one decimal. */
export function marginPercent(retailFen: number, wholesaleFen: number): number {
  return Math.round(((retailFen - wholesaleFen) * 1000) / retailFen) / 10
}

/** Mark-up in percent of the wholesale price: what a rule adds. */
export function markUpPercent(retailFen: number, wholesaleFen: number): number {
  return wholesaleFen === 0 ? 0 : Math.round(((retailFen - wholesaleFen) * 1000) / wholesaleFen) / 10
}

/** Below wholesale the answer names both prices, so that it is valid for these two only. */
export function confirmOf(retailFen: number, wholesaleFen: number) {
  return retailFen < wholesaleFen ? { confirm: { retailFen, wholesaleFen } } : {}
}
