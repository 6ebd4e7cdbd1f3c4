import type { BatchRow } from '../../../contract/console/cards.ts'

/** What redeemed keys brought above their cost. A batch without a price counts at its cost. */
export function earnedFen({
  priceFen,
  costFen,
  redeemed,
}: Pick<BatchRow, 'priceFen' | 'costFen' | 'redeemed'>): number {
  return ((priceFen ?? costFen ?? 0) - (costFen ?? 0)) * redeemed
}

/** Keys that somebody could still use and nobody was given. */
export function canVoid({ unused, closedAt }: Pick<BatchRow, 'unused' | 'closedAt'>): boolean {
  return unused > 0 && closedAt === null
}
