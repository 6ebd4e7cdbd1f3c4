import { inTx } from '../../platform/context.ts'
import { askGateway, closePayment, lastLookAt, type Look } from './check-payment.ts'
import { endPayment } from './end-payment.ts'
import type { GatewayTime } from './gateways/gateway.ts'
import { addReconcileJob, type PaymentRow } from './queries.ts'
import type { SettleCtx } from './settle-payment.ts'

/**
 * Ends a payment before its time: first at the gateway, so that nobody pays it there by mistake. What is found paid is
 * credited instead. A silent gateway stops nobody: it is ended here, and its job goes on closing it there.
 */
export async function giveUpPayment(ctx: SettleCtx, payment: PaymentRow, time?: GatewayTime): Promise<Look> {
  const look = await askGateway(ctx, payment, time, closePayment)
  // What was seen arrives: a second payment beside it would be one too many.
  if (look === 'settled' || look === 'repeated' || look === 'seen') return look
  return inTx(ctx, async (tx) => {
    const isEnded = (await endPayment(tx, payment.id)) || look === 'closed'
    if (isEnded) await addReconcileJob(tx.db, payment.id, look === null ? ctx.now : lastLookAt(payment.expiresAt))
    return look ?? (isEnded ? 'closed' : 'repeated')
  })
}
