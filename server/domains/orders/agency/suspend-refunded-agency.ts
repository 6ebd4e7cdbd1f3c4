import type { TxCtx } from '../../../platform/context.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { emit } from '../../events/emit.ts'
import { loadAgencyOfOrder } from '../../resellers/agency.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { FEE_REFUNDED } from '../../resellers/suspension-reason.ts'
import { setSuspended } from '../../staff/team/set-suspended.ts'

/**
 * Suspends an agency whose fee was refunded, so that it sells nothing more. Does not close it: its users keep what they
 * have bought, and an operator decides about them.
 */
export async function suspendRefundedAgency(ctx: TxCtx, orderId: string): Promise<void> {
  const resellerId = await loadAgencyOfOrder(ctx, orderId)
  if (resellerId === null) return
  await emit(ctx, 'agency.suspended', { resellerId })
  // An operator's own reason for an earlier suspension stays.
  const { suspendedAt } = await getReseller(ctx, resellerId)
  await setSuspended(ctx, resellerId, { on: true, reason: suspendedAt === null ? FEE_REFUNDED : null }, 'refund')
  const alert = {
    resellerId,
    kind: 'reseller.fee_refunded' as const,
    subject: `reseller:${resellerId}`,
    detail: { orderId },
  }
  await raiseAlert(ctx.db, alert, ctx.now)
}
