import type { Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db.ts'
import { loadBalanceFen } from './load-balance.ts'
import { loadMovedFen } from './load-moved.ts'

export type CommissionFen = { pendingFen: number; confirmedFen: number; heldFen: number; usedFen: number }

/** What inviting has earned one user, by where it is now. */
export async function loadCommissionFen(ctx: { db: Queryable }, owner: Owner): Promise<CommissionFen> {
  const movedFen = await loadMovedFen(ctx, { kind: 'commission', ...owner }, 'commission_to_balance')
  const paidFen = await loadMovedFen(ctx, { kind: 'hold', ...owner }, 'withdraw_paid')
  return {
    pendingFen: await loadBalanceFen(ctx, { kind: 'commission_pending', ...owner }),
    confirmedFen: await loadBalanceFen(ctx, { kind: 'commission', ...owner }),
    heldFen: await loadBalanceFen(ctx, { kind: 'hold', ...owner }),
    usedFen: 0 - movedFen - paidFen,
  }
}
