import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'

export type MerchantOwner = 'platform' | 'reseller'
export type SettleSource = { kind: 'balance' } | { kind: 'payment'; paymentId: string; merchantOwner: MerchantOwner }
export type SettleCtx = Pick<Ctx, 'now' | 'config' | 'log'> & { db: Tx }

/** In the caller's transaction. A payment for an order that is no longer open goes to the buyer's balance. */
export function settleOrder(
  _ctx: SettleCtx,
  _input: { resellerId: number; orderId: string; source: SettleSource },
): Promise<{ creditedTo: 'order' | 'balance' }> {
  throw new Error('not yet')
}
