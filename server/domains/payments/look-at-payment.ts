import type { Gateway } from './gateways/gateway.ts'
import { claimAsClosed, type PaymentRow } from './queries.ts'
import { settlePayment, type SettleCtx, type Settled } from './settle-payment.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const LOOKS_MS = [15 * SECOND_MS, 60 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS]
/** After it was closed: a payment that was under way has arrived by then. */
const LAST_LOOK_MS = 10 * MINUTE_MS

export type Look = Settled | 'open' | 'closed'

/** Asks the gateway about a payment and acts on the answer. Throws GatewayTrouble when nothing can be known. */
export async function lookAtPayment(ctx: SettleCtx, payment: PaymentRow, gateway: Gateway): Promise<Look> {
  const trade = await gateway.loadTrade(payment.outTradeNo)
  if (trade.state === 'paid') return settlePayment(ctx, payment.id, trade)
  if (trade.state === 'closed') {
    await claimAsClosed(ctx.db, payment.id, ctx.now)
    return 'closed'
  }
  return 'open'
}

/**
 * Closes at the gateway, asks once more, and only then says that it is closed. A code that nobody scanned cannot be
 * closed there; should money still come for it, it is credited all the same.
 */
export async function closePayment(ctx: SettleCtx, payment: PaymentRow, gateway: Gateway): Promise<Look> {
  await gateway.closeTrade(payment.outTradeNo)
  const look = await lookAtPayment(ctx, payment, gateway)
  if (look !== 'open') return look
  await claimAsClosed(ctx.db, payment.id, ctx.now)
  return 'closed'
}

export function firstLookAt(createdAt: Date): Date {
  return after(createdAt, LOOKS_MS[0]!)
}

/** The next time to ask about a payment that is still open. After its time is over, that is at once. */
export function nextLookAt({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }, now: Date): Date {
  const next = LOOKS_MS.map((ms) => after(createdAt, ms)).find((at) => at > now)
  return next && next < expiresAt ? next : expiresAt
}

export function lastLookAt(now: Date): Date {
  return after(now, LAST_LOOK_MS)
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}
