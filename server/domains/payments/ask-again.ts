import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { askGateway, type Look } from './check-payment.ts'
import { giveUpPayment } from './give-up-payment.ts'
import { claimAsk, loadPayment, type PaymentRow } from './queries.ts'

type CheckedPayment = { state: PaymentRow['state']; found: Look | 'unsaid' | 'soon' }

type PaymentName = { resellerId: number; paymentId: string }
type AskCtx = Pick<Ctx, 'db' | 'now' | 'config' | 'log'>

/**
 * Asks the gateway now, because a person wants to know. Asks and credits (once) exactly as the payer's page and the job
 * do. Also works for a closed payment, because late money may arrive days later.
 */
export async function askAgain(ctx: AskCtx, wish: PaymentName, actor: AuditActor): Promise<CheckedPayment> {
  const payment = await getPayment(ctx.db, wish)
  if (payment.paidAt !== null) return { state: payment.state, found: 'repeated' }
  const isTurn = await claimAsk(ctx.db, payment.id, ctx.now, limits.payAskEveryMs)
  const found = isTurn ? ((await askGateway(ctx, payment)) ?? 'unsaid') : 'soon'
  return note(ctx, payment, { found, action: 'payment.asked' }, actor)
}

/** Ends a payment for its payer, who will not finish it: at the gateway too. What is found paid is credited instead. */
export async function cancelForPayer(ctx: AskCtx, wish: PaymentName, actor: AuditActor): Promise<CheckedPayment> {
  const payment = await getPayment(ctx.db, wish)
  if (payment.paidAt !== null) return { state: payment.state, found: 'repeated' }
  const found = payment.state === 'pending' ? await giveUpPayment(ctx, payment) : 'closed'
  return note(ctx, payment, { found, action: 'payment.cancelled' }, actor)
}

async function getPayment(db: Queryable, { resellerId, paymentId }: PaymentName): Promise<PaymentRow> {
  const payment = await loadPayment(db, paymentId)
  return payment?.resellerId === resellerId ? payment : fail('object.unknown')
}

type Done = { found: CheckedPayment['found']; action: 'payment.asked' | 'payment.cancelled' }

async function note(
  ctx: AskCtx,
  payment: PaymentRow,
  { found, action }: Done,
  actor: AuditActor,
): Promise<CheckedPayment> {
  const { state } = (await loadPayment(ctx.db, payment.id)) ?? payment
  const entry = {
    resellerId: payment.resellerId,
    actor,
    action,
    subject: `payment:${payment.id}`,
    detail: { found, state },
  }
  await writeAudit(ctx.db, entry, ctx.now)
  return { state, found }
}
