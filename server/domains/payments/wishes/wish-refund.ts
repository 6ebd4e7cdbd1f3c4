import { formatFen } from '../../../../contract/money.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { insertWish, loadOrderLeft, loadPaymentLeft } from './queries.ts'
import { wishAlert } from './wish-alert.ts'
import type { WishRow, WishSubject } from './wish.ts'

type NewWish = { subject: WishSubject; amountFen: number; reason: string }

/**
 * Only the operator refunds money. A reseller's staff say what should be refunded and why; the operator sees an alert
 * and a list. Only one open wish per order or payment.
 */
export function wishRefund(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { subject, amountFen, reason: given }: NewWish,
  actor: AuditActor,
): Promise<WishRow> {
  const reason = given.trim()
  if (reason === '') fail('request.invalid', { fields: { reason: 'text' } })
  const { resellerId } = subject
  return inTx(ctx, async (tx) => {
    const orderId = 'orderId' in subject ? subject.orderId : null
    const left =
      'orderId' in subject
        ? await loadOrderLeft(tx.db, resellerId, subject.orderId)
        : await loadPaymentLeft(tx.db, resellerId, subject.paymentId)
    if (!left) return fail('object.unknown')
    if (amountFen > left.leftFen) fail('refund.too_much')
    const askedBy = typeof actor === 'string' ? actor : actor.name
    const wish = await insertWish(
      tx.db,
      { resellerId, orderId, paymentId: left.paymentId, amountFen, reason, askedBy },
      ctx.now,
    )
    if (!wish) return fail('refund.wished')
    const about = orderId === null ? `payment:${left.paymentId}` : `order:${orderId}`
    const detail = { wish: wish.id, amount: formatFen(amountFen), outTradeNo: left.outTradeNo, orderId }
    await raiseAlert(tx.db, { resellerId, ...wishAlert(wish.id), detail }, ctx.now)
    const after = { amountFen, reasonLength: reason.length }
    await writeAudit(tx.db, { resellerId, actor, action: 'refund.wished', subject: about, after }, ctx.now)
    return wish
  })
}
