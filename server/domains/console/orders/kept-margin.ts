import { floorShare } from '../../catalogue/prices/prorate.ts'

type Sale = { totalFen: number; refundedFen: number; wholesaleFen: number; commissionFen: number }

/** What the reseller keeps of a sale. A refund takes the same share of price, wholesale and commission. */
export function keptMargin({ totalFen, refundedFen, wholesaleFen, commissionFen }: Sale): number {
  const left = (fen: number) => fen - floorShare(fen, refundedFen, totalFen)
  return totalFen - refundedFen - left(wholesaleFen) - left(commissionFen)
}
