import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { sumPaidLatelyFen } from '../invites/sum-paid-lately.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { sumMargin, sumTopUps } from './queries.ts'

export type Payable = {
  payableFen: number
  /** The balance, and below it the parts that cannot be paid out yet. */
  balanceFen: number
  marginFen: number
  topUpsFen: number
  liabilityFen: number
  withdrawalsFen: number
}

/**
 * How much of a reseller's balance can be paid out. Leaves out the margin of sales that may still be refunded, top-ups
 * that their payer may still dispute, what the reseller owes its users for top-ups through its own merchant, and
 * withdrawals that a user may still report as missing.
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
