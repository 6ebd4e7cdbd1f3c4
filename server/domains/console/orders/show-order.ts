import type { OrderDetail } from '../../../../contract/console/orders.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import { auditLook } from '../../audit/audit.ts'
import { findWishes, showWish } from '../../payments/wishes/find-wishes.ts'
import { showOrder } from './find-orders.ts'
import { stepsOf } from './order-steps.ts'
import { loadFullOrder } from './queries.ts'
import { findLedgerOf, findLinesOf, findPaymentsOf, findRefundsOf, loadCommissionOf } from './step-queries.ts'

/** Everything that happened to one order, in the order it happened. */
export async function showOrderDetail(ctx: StaffCtx, { orderId }: { orderId: string }): Promise<Answer<OrderDetail>> {
  const name = { resellerId: ctx.resellerId, orderId }
  const order = (await loadFullOrder(ctx.db, name.resellerId, orderId)) ?? fail('object.unknown')
  const payments = await findPaymentsOf(ctx.db, name)
  const refunds = await findRefundsOf(
    ctx.db,
    name.resellerId,
    payments.map(({ id }) => id),
  )
  const keys = ['sale', 'commission', ...refunds.map(({ id }) => `refund:${id}`)].map(
    (part) => `order:${order.id}:${part}`,
  )
  const ledger = await findLedgerOf(ctx.db, name, {
    keys,
    accountId: order.accountId,
    isByHand: order.paidBy === 'reseller' && order.refundedFen > 0,
  })
  const commission = await loadCommissionOf(ctx.db, name)
  const wishes = await findWishes(ctx, name)
  await auditLook(ctx, 'order.opened', `order:${order.id}`)
  const seesMoney = may(ctx, 'money.read')
  const shown = showOrder(ctx, order)
  const seesLegs = may(ctx, 'prices.read') && seesMoney
  return {
    ...shown,
    listFen: order.paidBy === 'reseller' ? shown.totalFen : order.listFen,
    discountFen: order.discountFen,
    creditFen: order.creditFen,
    couponCode: order.couponCode,
    commissionFen: seesMoney ? order.commissionFen : null,
    inviterName: order.inviterName,
    lines: await findLinesOf(ctx.db, name.resellerId, order.accountId),
    steps: stepsOf({
      order: { ...order, totalFen: shown.totalFen },
      payments,
      refunds,
      ledger,
      commission,
      wishes,
      seesMoney,
      seesLegs,
    }),
    openPaymentId: payments.findLast(({ state }) => state === 'pending' || state === 'closed')?.id ?? null,
    byHand: order.soldBy === null ? null : { by: order.soldBy, notedFen: order.notedFen },
    refundableFen: order.settledAt === null ? 0 : shown.totalFen - shown.refundedFen,
    wish: wishes.length === 0 ? null : showWish(wishes.at(-1)!),
  }
}
