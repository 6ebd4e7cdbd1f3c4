import type { Gateway } from './gateways/gateway.ts'
import { lookAtPayment, type Look } from './look-at-payment.ts'
import { claimAsClosed, type PaymentRow } from './queries.ts'
import type { SettleCtx } from './settle-payment.ts'

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
