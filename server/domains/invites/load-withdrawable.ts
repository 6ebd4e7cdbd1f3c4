import { limits } from '../../../contract/limits.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { findUnpaidDebts } from '../ledger/unpaid-debt.ts'
import { sumUnripe } from './queries.ts'

/**
 * Loads the confirmed commission that may be withdrawn. Excludes sales younger than the payout margin and sales the
 * reseller owes for. Used commission counts as the oldest.
 */
export async function loadWithdrawableFen(ctx: Pick<Ctx, 'db' | 'now'>, owner: Owner): Promise<number> {
  const confirmedFen = await loadBalanceFen(ctx, { kind: 'commission', ...owner })
  if (confirmedFen === 0) return 0
  // The row stores when the commission is due, which is some days after its sale.
  const dueAfter = new Date(ctx.now.getTime() - limits.payoutMarginMs + limits.commissionConfirmMs)
  const [unpaid] = await findUnpaidDebts(ctx.db, [owner.resellerId])
  const unripe = { dueAfter, unpaidFromId: unpaid?.fromId ?? null }
  return Math.max(0, confirmedFen - (await sumUnripe(ctx.db, owner, unripe)))
}
