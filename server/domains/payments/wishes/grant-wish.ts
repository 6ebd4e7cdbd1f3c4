import { inTx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { AuditActor } from '../../audit/audit.ts'
import { refundOrder } from '../../orders/refund-order.ts'
import { loadPayment } from '../queries.ts'
import { refundPayment } from '../refunds/refund-payment.ts'
import type { SettleCtx } from '../settle-payment.ts'
import { loadOpenWish, markWishDone } from './queries.ts'
import { closeWishAlert } from './wish-alert.ts'

type Granted = { amountFen: number; state: 'asked' | 'done' | 'refused' }

/** By the operator: refunds to the gateway what came through it, and to the balance what was paid from it. */
export async function grantWish(ctx: SettleCtx, id: number, actor: AuditActor): Promise<Granted> {
  const wish = (await loadOpenWish(ctx.db, id)) ?? fail('object.unknown')
  const { resellerId, orderId, paymentId, amountFen, reason } = wish
  if (paymentId !== null) {
    const { outTradeNo } = (await loadPayment(ctx.db, paymentId)) ?? fail('object.unknown')
    const { state } = await refundPayment(ctx, { outTradeNo, amountFen, reason }, actor)
    return { amountFen, state }
  }
  return inTx(ctx, async (tx) => {
    if (!(await markWishDone(tx.db, id, ctx.now))) fail('object.unknown')
    await closeWishAlert(tx, wish, 'done')
    await refundOrder(tx, { resellerId, orderId: orderId!, amountFen, key: `wish:${id}`, operator: actor })
    return { amountFen, state: 'done' as const }
  })
}
