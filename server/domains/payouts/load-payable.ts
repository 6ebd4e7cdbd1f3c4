import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { sumPaidLatelyFen } from '../invites/sum-paid-lately.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { sumMargin, sumTopUps } from './queries.ts'

export type Payable = {
  payableFen: number
  /** Of which these are not paid out yet. */
  balanceFen: number
  marginFen: number
  topUpsFen: number
  liabilityFen: number
  withdrawalsFen: number
}

/**
 * What of a reseller's balance may be paid out: without the margin of sales that may still be refunded, top-ups that their
 * payer may still dispute, what it owes to its users for top-ups that its own merchant took, and withdrawals that a user may
 * still say did not arrive.
 */
export async function loadPayable(ctx: Pick<Ctx, 'db' | 'now'>, resellerId: number): Promise<Payable> {
  const balanceFen = await loadBalanceFen(ctx, { kind: 'reseller', resellerId })
  const marginFen = await sumMargin(ctx.db, resellerId, new Date(ctx.now.getTime() - limits.payoutMarginMs))
  const topUpsFen = await sumTopUps(ctx.db, resellerId, new Date(ctx.now.getTime() - limits.payoutTopUpMs))
  const liabilityFen = -(await loadBalanceFen(ctx, { kind: 'liability', resellerId }))
  const withdrawalsFen = await sumPaidLatelyFen(ctx, resellerId)
  const payableFen = Math.max(0, balanceFen - marginFen - topUpsFen - liabilityFen - withdrawalsFen)
  return { payableFen, balanceFen, marginFen, topUpsFen, liabilityFen, withdrawalsFen }
}
