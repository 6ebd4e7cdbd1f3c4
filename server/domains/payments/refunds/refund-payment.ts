import { inTx, type TxCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { randomToken } from '../../../platform/secrets/crypto.ts'
import { actorName, writeAudit, type AuditActor } from '../../audit/audit.ts'
import { loadPaymentByNumber, lockPayment } from '../queries.ts'
import type { SettleCtx } from '../settle-payment.ts'
import { closeWishes } from '../wishes/answer-wish.ts'
import { takeCredited } from './book-refund.ts'
import { finishRefund } from './finish-refund.ts'
import { claimForRefund, insertRefund, loadRefund, type RefundRow } from './queries.ts'
import { splitRefund } from './split-refund.ts'

type RefundRequest = {
  outTradeNo: string
  /** Of what was paid, the balance's part of an order included. Null: everything that is left. */
  amountFen: number | null
  reason: string
}

/** The job takes over after this time, in case the command ended before the answer came. */
const FINISH_MS = 20_000

/**
 * By the operator: sends money back to where it came from. Takes what a payment put on a balance before asking the
 * gateway, and returns it if the gateway refuses. Shortens an order only once the money is known to be gone.
 */
export async function refundPayment(ctx: SettleCtx, wish: RefundRequest, actor: AuditActor): Promise<RefundRow> {
  const refund = await askRefund(ctx, wish, actor)
  await finishRefund(ctx, refund.id)
  return (await loadRefund(ctx.db, refund.id)) ?? refund
}

/** Does everything except asking the gateway. */
export async function askRefund(ctx: SettleCtx, wish: RefundRequest, actor: AuditActor): Promise<RefundRow> {
  const known = (await loadPaymentByNumber(ctx.db, wish.outTradeNo)) ?? fail('object.unknown')
  return inTx(ctx, (tx) => bookAsked(tx, known.id, wish, actor))
}

async function bookAsked(ctx: TxCtx, paymentId: string, wish: RefundRequest, actor: AuditActor): Promise<RefundRow> {
  const payment = (await lockPayment(ctx.db, paymentId)) ?? fail('object.unknown')
  const { amountFen, balanceFen, feeFen } = await splitRefund(ctx.db, payment, wish.amountFen)
  const isNothing = amountFen < 0 || amountFen + balanceFen <= 0
  if (isNothing || !(await claimForRefund(ctx.db, paymentId, amountFen))) fail('refund.too_much')
  const { resellerId } = payment
  const request = {
    resellerId,
    paymentId,
    outRequestNo: newRequestNo(),
    amountFen,
    feeFen,
    balanceFen,
    reason: wish.reason,
    actor: actorName(actor),
  }
  const refund = await insertRefund(ctx.db, request, ctx.now)
  await takeCredited(ctx, payment, refund)
  await closeWishes(ctx, paymentId)
  const runAt = new Date(ctx.now.getTime() + FINISH_MS)
  await addJob(ctx.db, 'payments.finish_refund', { refundId: refund.id }, { runAt, key: `refund:${refund.id}` })
  const parts = { amountFen, ...(balanceFen > 0 ? { balanceFen } : {}), ...(feeFen > 0 ? { feeFen } : {}) }
  const detail = { outTradeNo: payment.outTradeNo, ...parts, outRequestNo: refund.outRequestNo }
  const entry = { resellerId, actor, action: 'payment.refund_asked', subject: `payment:${paymentId}`, detail }
  await writeAudit(ctx.db, entry, ctx.now)
  return refund
}

function newRequestNo(): string {
  return `R${randomToken(18).replaceAll(/[-_]/g, 'x')}`
}
