/** Margin in percent of the retail price, to one decimal. */
export function marginPercent(retailFen: number, wholesaleFen: number): number {
  return Math.round(((retailFen - wholesaleFen) * 1000) / retailFen) / 10
}
