import type { Gateway } from './gateways/gateway.ts'
import { claimAsClosed, type PaymentRow } from './queries.ts'
import { settlePayment, type SettleCtx, type Settled } from './settle-payment.ts'

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
