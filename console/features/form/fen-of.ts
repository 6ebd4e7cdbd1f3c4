/** Fen of an amount in yuan as a number field reports it. */
export function fenOf(yuan: number | string): number {
  return Math.round(Number(yuan) * 100)
}
