import { inTx } from '../../../platform/context.ts'
import { Refusal } from '../../../platform/errors.ts'
import { closeAlert, raiseAlert } from '../../alerts/alerts.ts'
import { ceilShare } from '../../catalogue/prices/prorate.ts'
import { emit } from '../../events/emit.ts'
import type { GatewayDispute } from '../gateways/gateway.ts'
import { dueFen, lockPayment, type PaymentRow } from '../queries.ts'
import type { SettleCtx } from '../settle-payment.ts'
import { bookOutcome, takeCredited } from './book-refund.ts'
import { claimForRefund, insertRefund, loadAsked, loadRefundByNumber, type RefundRow } from './queries.ts'

/**
 * A dispute is a refund that the buyer's bank asks for: while it is open, what the payment put on a balance is held;
 * lost, it is booked as paid back; won, it returns. Told in any order and any number of times, it is booked once.
 */
export async function bookDispute(ctx: SettleCtx, payment: PaymentRow, dispute: GatewayDispute): Promise<void> {
  const { no, state } = dispute
  const { resellerId, id, orderId, outTradeNo } = payment
  const alert = { kind: 'payment.disputed' as const, subject: `payment:${id}` }
  const held = await setAsideOnce(ctx, payment, dispute)
  await inTx(ctx, async (tx) => {
    const outcome = state === 'lost' ? 'done' : state === 'won' ? 'refused' : null
    const isEnded = held !== null && outcome !== null && (await bookOutcome(tx, held.refund, outcome))
    if (isEnded || held?.isNew)
      await emit(tx, 'payment.disputed', { resellerId, disputeNo: no, state, orderId, paymentId: id })
    if (state === 'won') return closeAlert(tx.db, alert, ctx.now)
    const detail = { outTradeNo, amountFen: held?.refund.amountFen ?? 0, isHeld: held !== null, state }
    await raiseAlert(tx.db, { ...alert, resellerId, severity: 'critical', detail }, ctx.now)
  })
}

type Held = { refund: RefundRow; isNew: boolean }

/** Null when nothing can be held: it was paid back before, or its balance has spent it. A person has to look then. */
async function setAsideOnce(ctx: SettleCtx, { id }: PaymentRow, dispute: GatewayDispute): Promise<Held | null> {
  const { no, state, share } = dispute
  try {
    return await inTx(ctx, async (tx) => {
      const payment = await lockPayment(tx.db, id)
      const refund = await loadRefundByNumber(tx.db, no)
      if (refund) return { refund, isNew: false }
      if (!payment || state === 'won' || state === 'warning') return null
      const left = payment.amountFen - payment.refundAskedFen
      const wholeFen = ceilShare(dueFen(payment), ...share)
      const amountFen = Math.min(left, wholeFen)
      // What was credited goes first, then the fee.
      const feeLeft = payment.feeFen - (await loadAsked(tx.db, id)).feeFen
      const feeFen = Math.min(feeLeft, wholeFen - amountFen)
      if (amountFen <= 0 || !(await claimForRefund(tx.db, id, amountFen))) return null
      const { resellerId } = payment
      const asked = { resellerId, paymentId: id, outRequestNo: no, amountFen, feeFen, balanceFen: 0 }
      const made = await insertRefund(tx.db, { ...asked, reason: 'dispute', actor: 'gateway' }, ctx.now)
      await takeCredited(tx, payment, made)
      return { refund: made, isNew: true }
    })
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
