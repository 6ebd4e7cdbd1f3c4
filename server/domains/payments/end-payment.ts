import { inTx, type Ctx } from '../../platform/context.ts'
import { releasePart } from '../orders/set-aside-part.ts'
import { claimAsClosed } from './queries.ts'

/** Marks an open payment closed and gives back what the balance held for it, at once. False when it was not open. */
export function endPayment(ctx: Pick<Ctx, 'db' | 'now'>, id: string): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    const closed = await claimAsClosed(tx.db, id, ctx.now)
    if (!closed) return false
    const { orderId, accountId, balanceFen } = closed
    if (balanceFen > 0) await releasePart(tx, { ...closed, orderId: orderId!, accountId: accountId! })
    return true
  })
}
