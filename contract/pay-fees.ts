import Type, { type Static } from 'typebox'

/** What an account says of one of its ways: the smallest payment, and what the payer adds to each. */
export const WayTerms = {
  minFen: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  feeFen: Type.Integer({ minimum: 0, maximum: 10_000 }),
  feePermille: Type.Integer({ minimum: 0, maximum: 200 }),
}
const Terms = Type.Object(WayTerms)
export type WayTerms = Static<typeof Terms>

/** On top of the amount, and up to the next fen: the books never lack a part of one. */
export function feeOf({ feeFen, feePermille }: Pick<WayTerms, 'feeFen' | 'feePermille'>, amountFen: number): number {
  return feeFen + Math.ceil((amountFen * feePermille) / 1000)
}
