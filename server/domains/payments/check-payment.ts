import { SECOND_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import type { PaymentState } from '../../../contract/payments.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts'
import { endPayment } from './end-payment.ts'
import { makeGatewayTime, type GatewayTime, GatewayTrouble, type Gateway } from './gateways/gateway.ts'
import { openGateway } from './gateways/open-gateway.ts'
import { loadMerchant } from './merchants/merchant.ts'
import { claimAsk, dueFen, keepSaid, loadPayment, loadPaymentByNumber, markKnown, type PaymentRow } from './queries.ts'
import { type SettleCtx, settlePayment, type Settled } from './settle-payment.ts'

type Input = { out_trade_no: string; key?: string }
/** A code that nobody scanned can still be paid for a while after we closed the payment. */
const ASK_CLOSED_MS = 24 * 3_600_000

/** Tells the state of a payment. Asks the gateway unless it was asked lately; no answer means still pending. */
export async function checkPayment(ctx: Ctx<'anyone'>, input: Input): Promise<PaymentState> {
  const payment = await loadPaymentByNumber(ctx.db, input.out_trade_no)
  if (!payment || !mayLook(ctx, payment, input.key)) return fail('object.unknown')
  return followPayment(ctx, payment)
}

/** For a person who waits for the payment. The caller has already checked that they may see it. */
export async function followPayment(ctx: SettleCtx, payment: PaymentRow, time?: GatewayTime): Promise<PaymentState> {
  if (!isWorthAsking(payment, ctx.now)) return toState(payment)
  if (!(await claimAsk(ctx.db, payment.id, ctx.now, limits.payAskEveryMs))) return toState(payment)
  await askGateway(ctx, payment, time)
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

type Question = typeof lookAtPayment

/** Asks the gateway once. Null when it does not answer: nothing is known then, and nothing changes. */
export async function askGateway(
  ctx: SettleCtx,
  payment: PaymentRow,
  time = makeGatewayTime(),
  question: Question = lookAtPayment,
): Promise<Look | null> {
  const merchant = await loadMerchant(ctx.db, payment.merchantId)
  if (!merchant) return null
  try {
    return await question(ctx, payment, openGateway(ctx, merchant, time))
  } catch (error) {
    if (!(error instanceof GatewayTrouble)) throw error
    ctx.log.warn({ payment: payment.id, trouble: error.message }, 'the gateway did not say')
    await keepSaid(ctx.db, payment, 'silent', ctx.now)
    return null
  }
}

export function toState(payment: PaymentRow): PaymentState {
  const { state, creditedTo, amountFen, feeFen, balanceFen, paidAt, gatewaySaid } = payment
  return {
    status: state,
    isSeen: paidAt === null && gatewaySaid === 'seen',
    creditedTo: creditedTo ?? 'none',
    amountFen,
    feeFen,
    balanceFen,
    paidAt: paidAt?.toISOString() ?? null,
  }
}

const MINUTE_MS = 60 * SECOND_MS
const LOOKS_MS = [15 * SECOND_MS, 60 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS]
/** Wait after closing before the last look: a payment that was under way has arrived by then. */
const LAST_LOOK_MS = 10 * MINUTE_MS

export type Look = Settled | 'open' | 'seen' | 'closed'

/** Asks the gateway about a payment and acts on the answer. Throws GatewayTrouble when the answer is unclear. */
export async function lookAtPayment(ctx: SettleCtx, payment: PaymentRow, gateway: Gateway): Promise<Look> {
  const trade = await gateway.loadTrade({ ...payment, amountFen: dueFen(payment) })
  await keepSaid(ctx.db, payment, trade.state, ctx.now)
  if (trade.state === 'paid') {
    const settled = await settlePayment(ctx, payment.id, trade)
    if (settled === 'mismatch') await keepSaid(ctx.db, payment, 'mismatch', ctx.now)
    return settled
  }
  const isGone = trade.state === 'absent' && payment.knownAt !== null
  if (isGone || trade.state === 'closed') {
    await endPayment(ctx, payment.id)
    return 'closed'
  }
  if (trade.state !== 'absent' && payment.knownAt === null) await markKnown(ctx.db, payment.id, ctx.now)
  return trade.state === 'seen' ? 'seen' : 'open'
}

/**
 * Closes at the gateway, asks once more, and only then marks the payment closed. The gateway cannot close a code that
 * nobody scanned; money that still arrives for it is credited anyway. Money that is seen keeps the payment open.
 */
export async function closePayment(ctx: SettleCtx, payment: PaymentRow, gateway: Gateway): Promise<Look> {
  await gateway.closeTrade(payment)
  const look = await lookAtPayment(ctx, payment, gateway)
  if (look !== 'open') return look
  await endPayment(ctx, payment.id)
  return 'closed'
}

export function firstLookAt(createdAt: Date): Date {
  return after(createdAt, LOOKS_MS[0]!)
}

/** The next time to ask about an open payment; at once when the payment has expired. */
export function nextLookAt({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }, now: Date): Date {
  const next = LOOKS_MS.map((ms) => after(createdAt, ms)).find((at) => at > now)
  return next && next < expiresAt ? next : expiresAt
}

/** When to ask again about money that was seen. */
export function seenLookAt(now: Date): Date {
  return after(now, MINUTE_MS)
}

export function lastLookAt(now: Date): Date {
  return after(now, LAST_LOOK_MS)
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}
