// Kept out of the schema files, because the browser never loads their library.

/** What an account says of one of its ways: the smallest payment, and what the payer adds to each. */
export type WayTerms = { minFen: number; feeFen: number; feePermille: number }

/** On top of the amount, and up to the next fen: the books never lack a part of one. */
export function feeOf({ feeFen, feePermille }: Pick<WayTerms, 'feeFen' | 'feePermille'>, amountFen: number): number {
  return feeFen + Math.ceil((amountFen * feePermille) / 1000)
}
