import { writeAudit } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { applyRefund } from './apply-refund.ts'
import { lockOrder } from './queries.ts'

type RefundInput = { resellerId: number; orderId: string; amountFen: number; key: string; operator: string }

/** By the operator: an order paid from the balance goes back to the balance. One paid online is refunded by its payment. */
export function refundOrder(
  ctx: Pick<Ctx, 'db' | 'now' | 'config' | 'log'>,
  { operator, ...input }: RefundInput,
): Promise<{ refundedFen: number; leftFen: number }> {
  return inTx(ctx, async (tx) => {
    const order = (await lockOrder(tx.db, input)) ?? fail('object.unknown')
    if (order.paidBy !== 'balance') fail('refund.too_much')
    const refunded = await applyRefund(tx, input)
    const subject = `order:${order.id}`
    const detail = { amountFen: input.amountFen, refundedFen: refunded.refundedFen }
    const entry = { resellerId: order.resellerId, actor: operator, action: 'order.refunded', subject, detail }
    await writeAudit(tx.db, entry, ctx.now)
    return refunded
  })
}
