import { DAY_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { dayOf, daysUntil, spanOf } from '../../platform/text/business-day.ts'
import { sumPaidLatelyFen } from '../invites/sum-paid-lately.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { sumMargin, sumTopUps } from './queries.ts'

export type Payable = {
  payableFen: number
  /** The balance, and below it the parts that cannot be paid out yet. */
  balanceFen: number
  /** As the overview shows it for the same days. */
  marginFen: number
  /** What losses took off that margin: the other sales may still be refunded whole. */
  lossFen: number
  topUpsFen: number
  liabilityFen: number
  withdrawalsFen: number
}

/**
 * How much of a reseller's balance can be paid out. Leaves out the margin of sales that may still be refunded, top-ups
 * that their payer may still dispute, what the reseller owes its users for top-ups through its own merchant, and
 * withdrawals that a user may still report as missing.
 */
export async function loadPayable(ctx: Pick<Ctx, 'db' | 'now' | 'config'>, resellerId: number): Promise<Payable> {
  const balanceFen = await loadBalanceFen(ctx, { kind: 'reseller', resellerId })
  const { marginFen, lossFen } = await sumMargin(ctx.db, resellerId, marginSince(ctx))
  const topUpsFen = await sumTopUps(ctx.db, resellerId, new Date(ctx.now.getTime() - limits.payoutTopUpMs))
  const liabilityFen = -(await loadBalanceFen(ctx, { kind: 'liability', resellerId }))
  const withdrawalsFen = await sumPaidLatelyFen(ctx, resellerId)
  const payableFen = Math.max(0, balanceFen - marginFen - lossFen - topUpsFen - liabilityFen - withdrawalsFen)
  return { payableFen, balanceFen, marginFen, lossFen, topUpsFen, liabilityFen, withdrawalsFen }
}

/** The business days that the overview counts as these: today and those before. */
export function marginSince({ now, config }: Pick<Ctx, 'now' | 'config'>): Date {
  const [first] = daysUntil(dayOf(now, config.businessTz), Math.ceil(limits.payoutMarginMs / DAY_MS))
  return spanOf(first!, config.businessTz).from
}
