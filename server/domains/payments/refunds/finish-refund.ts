import { inTx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { GatewayTrouble } from '../gateways/gateway.ts'
import { openGateway } from '../gateways/open-gateway.ts'
import { providers } from '../gateways/providers.ts'
import { loadMerchant } from '../merchants/merchant.ts'
import { dueFen, loadPayment } from '../queries.ts'
import type { SettleCtx } from '../settle-payment.ts'
import { bookOutcome } from './book-refund.ts'
import { loadRefund, loadRefundByNumber, type RefundRow } from './queries.ts'

/** Asks the gateway and books its answer. An unknown outcome leaves the refund "asked". */
export async function finishRefund(ctx: SettleCtx, refundId: string): Promise<RefundRow['state']> {
  const { refund, payment, merchant } = await loadParts(ctx, refundId)
  if (refund.state !== 'asked') return refund.state
  const { outTradeNo, gatewayRef } = payment
  const { outRequestNo, reason } = refund
  const [amountFen, paidFen] = [dueFen(refund), dueFen(payment)]
  try {
    const gateway = openGateway(ctx, merchant)
    // A small refund of a part payment may round to nothing for the gateway.
    const wish = { outTradeNo, gatewayRef, tradeNo: payment.tradeNo!, outRequestNo, amountFen, paidFen, reason }
    const outcome = amountFen === 0 ? 'done' : await gateway.refund(wish)
    await inTx(ctx, (tx) => bookOutcome(tx, refund, outcome))
    return outcome
  } catch (error) {
    if (!(error instanceof GatewayTrouble)) throw error
    ctx.log.warn({ refund: refund.id, trouble: error.message }, 'the outcome of a refund is unknown')
    if (!providers[merchant.provider].canRepeatRefund) await alertUnknown(ctx, refund)
    return 'asked'
  }
}

/**
 * The job of every refund, until its outcome is known. Asks again where the gateway makes one refund per number; where
 * asking twice pays twice, a person has to look.
 */
export async function finishRefundJob(ctx: JobCtx, { refundId }: { refundId: string }): Promise<void> {
  const { refund, merchant } = await loadParts(ctx, refundId)
  if (!providers[merchant.provider].canRepeatRefund) {
    if (refund.state === 'asked') await alertUnknown(ctx, refund)
    return
  }
  if ((await finishRefund(ctx, refundId)) !== 'asked') return
  if (ctx.isLastAttempt) await alertUnknown(ctx, refund)
  throw new GatewayTrouble('the outcome of a refund is still unknown')
}

async function loadParts(ctx: SettleCtx, refundId: string) {
  const refund = (await loadRefund(ctx.db, refundId)) ?? fail('object.unknown')
  const payment = (await loadPayment(ctx.db, refund.paymentId)) ?? fail('object.unknown')
  const merchant = (await loadMerchant(ctx.db, payment.merchantId)) ?? fail('object.unknown')
  return { refund, payment, merchant }
}

/** For an operator who saw the outcome at the provider. */
export async function resolveRefund(
  ctx: SettleCtx,
  { outRequestNo, outcome }: { outRequestNo: string; outcome: 'done' | 'refused' },
  actor: AuditActor,
): Promise<void> {
  const refund = (await loadRefundByNumber(ctx.db, outRequestNo)) ?? fail('object.unknown')
  await inTx(ctx, async (tx) => {
    if (!(await bookOutcome(tx, refund, outcome))) fail('object.unknown')
    const { resellerId, paymentId } = refund
    const detail = { outRequestNo, outcome }
    const entry = { resellerId, actor, action: 'payment.refund_resolved', subject: `payment:${paymentId}`, detail }
    await writeAudit(tx.db, entry, ctx.now)
  })
}

async function alertUnknown(ctx: SettleCtx, { resellerId, id, outRequestNo }: RefundRow): Promise<void> {
  const alert = { resellerId, kind: 'refund.unknown' as const, subject: `refund:${id}`, detail: { outRequestNo } }
  await raiseAlert(ctx.db, alert, ctx.now)
}
