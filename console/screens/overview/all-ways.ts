import type { Figures } from '../../../contract/console/overview.ts'

/** Sold by the shop and by card keys. The face value of a balance key is a sale of the shop once it is spent. */
export function soldFen({ salesFen, keySalesFen, keyFaceFen }: Figures): number {
  return salesFen + keySalesFen - keyFaceFen
}

/** Null for members who may not see it. */
export function keyProfitFen({ keySalesFen, keyCostFen }: Figures): number | null {
  return keyCostFen === null ? null : keySalesFen - keyCostFen
}

export function earnedFen(figures: Figures): number | null {
  const keyFen = keyProfitFen(figures)
  return figures.marginFen === null || keyFen === null ? null : figures.marginFen + keyFen
}
