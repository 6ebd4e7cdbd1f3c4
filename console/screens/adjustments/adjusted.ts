import type { adjustmentWays } from '../../../contract/console/choices.ts'
import type { AdjustedPocket } from '../../../contract/console/refunds.ts'

type How = (typeof adjustmentWays)[number]

/** A balance before and after it is adjusted by hand; a debt counts as less than nothing. */
export function adjusted(
  { balanceFen, owedFen }: Pick<AdjustedPocket, 'balanceFen' | 'owedFen'>,
  how: How,
  amountFen: number,
) {
  const isMore = how === 'paid-in' || how === 'given'
  const nowFen = balanceFen - owedFen
  return { nowFen, afterFen: nowFen + (isMore ? amountFen : -amountFen), isMore }
}
