import type { Figures } from '../../../contract/console/overview.ts'

/** All of it is null for members who may not see it. */
const sumOf = (...parts: (number | null)[]) =>
  parts.reduce((sum, fen) => (sum === null || fen === null ? null : sum + fen), 0)
const less = (fen: number | null) => fen && -fen

/** Sold by the shop and by card keys. The face value of a balance key is a sale of the shop once it is spent. */
export function soldFen({ salesFen, keySalesFen, keyFaceFen }: Figures): number | null {
  return sumOf(salesFen, keySalesFen, less(keyFaceFen))
}

export function keyProfitFen({ keySalesFen, keyCostFen }: Figures): number | null {
  return sumOf(keySalesFen, less(keyCostFen))
}

export function earnedFen(figures: Figures): number | null {
  return sumOf(figures.marginFen, keyProfitFen(figures))
}

/** What is left of a day's sales below its margin. A loss is all cost, and a refund never makes it negative. */
export function costFen(figures: Figures): number {
  return Math.max(0, (soldFen(figures) ?? 0) - (figures.refundedFen ?? 0) - Math.max(0, earnedFen(figures) ?? 0))
}
