import { inTx } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { emit } from '../events/emit.ts'
import { closePayment, lookAtPayment, type Look, lastLookAt, nextLookAt, seenLookAt } from './check-payment.ts'
import { GatewayTrouble, type Gateway } from './gateways/gateway.ts'
import { openGateway } from './gateways/open-gateway.ts'
import { loadMerchant } from './merchants/merchant.ts'
import { addReconcileJob, findForgotten, isOrderOpen, loadPayment, type PaymentRow } from './queries.ts'

const FORGOTTEN_MS = 20 * 60_000
const AT_ONCE = 200

/** The job of one payment: asks at set times, closes the payment when it expires, and looks once more after that. */
export async function reconcilePayment(ctx: JobCtx, { paymentId }: { paymentId: string }): Promise<void> {
  const payment = await loadPayment(ctx.db, paymentId)
  if (!payment || payment.paidAt !== null) return
  const merchant = await loadMerchant(ctx.db, payment.merchantId)
  if (!merchant) return
  const gateway = openGateway(ctx, merchant)
  if (payment.state === 'closed') return lookAtClosed(ctx, payment, gateway)
  const isOver = payment.expiresAt <= ctx.now || !(await isStillWanted(ctx, payment))
  // In the end an unknown outcome fails the job, which is then retried: never mark "closed" without knowing.
  const look = isOver ? await closePayment(ctx, payment, gateway) : await lookOrWait(ctx, payment, gateway)
  if (look === 'open') await again(ctx, payment, nextLookAt(payment, ctx.now))
  if (look === 'seen') await again(ctx, payment, seenLookAt(ctx.now))
  if (look === 'closed') await tellUnpaid(ctx, payment)
}

/** Given up early: close it at the gateway now, and look again once nobody can pay it any more. */
async function lookAtClosed(ctx: JobCtx, payment: PaymentRow, gateway: Gateway): Promise<void> {
  const isEarly = ctx.now < payment.expiresAt
  if (isEarly) await gateway.closeTrade(payment)
  const look = await lookAtPayment(ctx, payment, gateway)
  if (look === 'seen') await again(ctx, payment, seenLookAt(ctx.now))
  if (look !== 'open' && look !== 'closed') return
  const next = isEarly ? lastLookAt(payment.expiresAt) : lateLookAt(payment, gateway, ctx.now)
  if (next) await again(ctx, payment, next)
}

/** For gateways that find money of a payment that is over; null when the last look is done. */
function lateLookAt({ expiresAt }: PaymentRow, { lateLooksMs = [] }: Gateway, now: Date): Date | null {
  return lateLooksMs.map((ms) => new Date(expiresAt.getTime() + ms)).find((at) => at > now) ?? null
}

async function lookOrWait(ctx: JobCtx, payment: PaymentRow, gateway: Gateway): Promise<Look> {
  try {
    return await lookAtPayment(ctx, payment, gateway)
  } catch (error) {
    if (!(error instanceof GatewayTrouble)) throw error
    ctx.log.warn({ payment: payment.id, trouble: error.message }, 'the gateway did not say')
    return 'open'
  }
}

async function isStillWanted(ctx: JobCtx, { resellerId, orderId }: PaymentRow): Promise<boolean> {
  return orderId === null || isOrderOpen(ctx.db, resellerId, orderId)
}

/** It ended by itself; one that the user gave up is no news. */
function tellUnpaid(ctx: JobCtx, { id, resellerId, amountFen }: PaymentRow): Promise<void> {
  return inTx(ctx, async (tx) => {
    await addReconcileJob(tx.db, id, lastLookAt(ctx.now))
    await emit(tx, 'payment.unpaid', { resellerId, paymentId: id, amountFen })
  })
}

function again(ctx: JobCtx, payment: PaymentRow, at: Date): Promise<void> {
  return inTx(ctx, (tx) => addReconcileJob(tx.db, payment.id, at))
}

/** The sweeping job: gives a new job to a payment whose own job gave up. */
export async function sweepPayments(ctx: JobCtx): Promise<void> {
  const forgotten = await findForgotten(ctx.db, new Date(ctx.now.getTime() - FORGOTTEN_MS), AT_ONCE)
  if (forgotten.length > 0) ctx.log.warn({ count: forgotten.length }, 'payments without an end')
  await inTx(ctx, async (tx) => {
    for (const id of forgotten) await addReconcileJob(tx.db, id, ctx.now)
  })
}
