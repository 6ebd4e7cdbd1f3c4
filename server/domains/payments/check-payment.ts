import type { PaymentState } from '../../../contract/payments.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { equalBytes, sha256 } from '../../platform/crypto.ts'
import { fail } from '../../platform/errors.ts'
import { makeGatewayTime, GatewayTrouble } from './gateways/gateway.ts'
import { openGateway } from './gateways/open-gateway.ts'
import { lookAtPayment, type Look } from './look-at-payment.ts'
import { loadMerchant } from './merchants/queries.ts'
import { claimAsk, loadPayment, loadPaymentByNumber, type PaymentRow } from './queries.ts'
import type { SettleCtx } from './settle-payment.ts'

type Input = { out_trade_no: string; key?: string }
/** A code that nobody scanned can be paid for a while after it was closed here. */
const ASK_CLOSED_MS = 24 * 3_600_000

/** What became of a payment. Asks the gateway when nobody did so lately; without an answer it is simply still pending. */
export async function checkPayment(ctx: Ctx<'anyone'>, input: Input): Promise<PaymentState> {
  const payment = await loadPaymentByNumber(ctx.db, input.out_trade_no)
  if (!payment || !mayLook(ctx, payment, input.key)) return fail('object.unknown')
  return followPayment(ctx, payment)
}

/** For whoever waits for it; whether he may was decided before. */
export async function followPayment(ctx: SettleCtx, payment: PaymentRow): Promise<PaymentState> {
  if (!isWorthAsking(payment, ctx.now)) return toState(payment)
  if (!(await claimAsk(ctx.db, payment.id, ctx.now, limits.payAskEveryMs))) return toState(payment)
  await askGateway(ctx, payment)
  return toState((await loadPayment(ctx.db, payment.id)) ?? payment)
}

function mayLook(ctx: Ctx<'anyone'>, payment: PaymentRow, key: string | undefined): boolean {
  if (key !== undefined && equalBytes(sha256(key), payment.keyHash)) return true
  const { actor, resellerId } = ctx
  return actor.kind === 'user' && payment.accountId === actor.accountId && payment.resellerId === resellerId
}

function isWorthAsking({ state, expiresAt }: PaymentRow, now: Date): boolean {
  if (state === 'pending') return true
  return state === 'closed' && now.getTime() - expiresAt.getTime() < ASK_CLOSED_MS
}

/** Asks the gateway once. Null without an answer: nothing is known, and nothing changes. */
export async function askGateway(ctx: SettleCtx, payment: PaymentRow): Promise<Look | null> {
  const merchant = await loadMerchant(ctx.db, payment.merchantId)
  if (!merchant) return null
  try {
    return await lookAtPayment(ctx, payment, openGateway(ctx, merchant, makeGatewayTime()))
  } catch (error) {
    if (!(error instanceof GatewayTrouble)) throw error
    ctx.log.warn({ payment: payment.id, trouble: error.message }, 'the gateway did not say')
    return null
  }
}

export function toState({ state, creditedTo, amountFen, paidAt }: PaymentRow): PaymentState {
  return { status: state, creditedTo: creditedTo ?? 'none', amountFen, paidAt: paidAt?.toISOString() ?? null }
}
