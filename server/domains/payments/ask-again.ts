import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { askGateway, type Look } from './check-payment.ts'
import { claimAsk, loadPayment, type PaymentRow } from './queries.ts'

type CheckedPayment = { state: PaymentRow['state']; found: Look | 'unsaid' | 'soon' }

/**
 * Asks the gateway now, because a person wants to know. Asks and credits (once) exactly as the payer's page and the job
 * do. Also works for a closed payment, because late money may arrive days later.
 */
export async function askAgain(
  ctx: Pick<Ctx, 'db' | 'now' | 'config' | 'log'>,
  { resellerId, paymentId }: { resellerId: number; paymentId: string },
  actor: AuditActor,
): Promise<CheckedPayment> {
  const payment = await loadPayment(ctx.db, paymentId)
  if (!payment || payment.resellerId !== resellerId) return fail('object.unknown')
  if (payment.paidAt !== null) return { state: payment.state, found: 'repeated' }
  const isTurn = await claimAsk(ctx.db, payment.id, ctx.now, limits.payAskEveryMs)
  const found = isTurn ? ((await askGateway(ctx, payment)) ?? 'unsaid') : 'soon'
  const { state } = (await loadPayment(ctx.db, payment.id)) ?? payment
  const detail = { found, state }
  const entry = { resellerId, actor, action: 'payment.asked', subject: `payment:${payment.id}`, detail }
  await writeAudit(ctx.db, entry, ctx.now)
  return { state, found }
}
