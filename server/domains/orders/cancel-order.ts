import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { releaseStock } from '../packages/hold-stock.ts'
import { claimAsCancelled, loadOwnOrder } from './queries.ts'

/** Gives up an open order. Asked again it answers the same; what is paid or expired is refused. */
export function cancelOrder(ctx: Ctx<'user'>, { orderId }: { orderId: string }): Promise<{ state: 'cancelled' }> {
  const { owner } = ctx
  return inTx(ctx, async (tx) => {
    const cancelled = await claimAsCancelled(tx.db, owner, orderId, ctx.now)
    if (cancelled) {
      if (cancelled.holdsStock && cancelled.packageId !== null) await releaseStock(tx, cancelled.packageId)
      return { state: 'cancelled' }
    }
    const order = (await loadOwnOrder(tx.db, owner, orderId)) ?? fail('object.unknown')
    return order.state === 'cancelled' ? { state: 'cancelled' } : fail('order.closed')
  })
}
