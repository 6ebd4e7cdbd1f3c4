import type { StaffCtx } from '../../../../platform/context.ts'
import { fail } from '../../../../platform/errors.ts'
import { once } from '../../../../platform/http/idempotency.ts'
import { staffActor } from '../../../audit/audit.ts'
import { refundOrder } from '../../../orders/refund-order.ts'
import { finishRefund } from '../finish-refund.ts'
import { askRefund } from '../refund-payment.ts'
import type { Refundable } from './queries.ts'

type RefundRequest = { amountFen: number; reason: string; key: string }
type Made = { state: 'asked' | 'done' | 'refused'; amountFen: number }

/** A gateway payment goes back to the gateway, a balance payment to the balance. Pressing twice makes one refund. */
export async function makeRefund(ctx: StaffCtx<'platform'>, found: Refundable, wish: RefundRequest): Promise<Made> {
  const { amountFen, reason, key } = wish
  const { resellerId, orderId, outTradeNo, paymentId } = found
  const body = { orderId, paymentId, amountFen, reason }
  const actor = staffActor(ctx)
  if (outTradeNo === null) {
    await once(ctx, 'refunds.make', key, body, async (tx) => {
      const name = { resellerId, orderId: orderId ?? fail('object.unknown') }
      return refundOrder(tx, { ...name, amountFen, key: `console:${key}`, operator: actor })
    })
    return { state: 'done', amountFen }
  }
  // Ask the gateway outside of the transaction. Asked again, a finished refund only reports how it ended.
  const { refundId } = await once(ctx, 'refunds.make', key, body, async (tx) => {
    return { refundId: (await askRefund(tx, { outTradeNo, amountFen, reason }, actor)).id }
  })
  return { state: await finishRefund(ctx, refundId), amountFen }
}
