import type { Ctx } from '../../platform/context.ts'
import { cancelOrder } from '../orders/end-orders.ts'
import { giveUpPayment } from './give-up-payment.ts'
import { loadOpenPayment } from './queries.ts'

/** Gives up an order, and first its open payment: nobody shall pay for what is not wanted. If it is paid, so is the order. */
export async function cancelOrderAndPayment(ctx: Ctx<'user'>, input: { orderId: string }) {
  const { resellerId, accountId } = ctx.owner
  const open = await loadOpenPayment(ctx.db, resellerId, input.orderId)
  if (open?.accountId === accountId) await giveUpPayment(ctx, open)
  return cancelOrder(ctx, input)
}
