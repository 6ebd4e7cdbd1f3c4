import { limits } from '../../../contract/limits.ts'
import type { TxCtx, Owner } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { expireOrders } from './expire-orders.ts'
import { insertOrder, lockOpenOrder } from './queries.ts'

type Agency = { feeFen: number; detail: { name: string; contact: string } }
type OpenedOrder = { orderId: string; amountFen: number; expiresAt: Date }

/** An order for an agency of one's own. The fee is the platform's alone. A second tab finds the first one's order. */
export async function openAgencyOrder(ctx: TxCtx, owner: Owner, { feeFen, detail }: Agency): Promise<OpenedOrder> {
  await expireOrders(ctx, owner)
  const open = await lockOpenOrder(ctx.db, owner, 'agency')
  if (open) {
    const isSame = open.totalFen === feeFen && open.detail['name'] === detail.name
    if (!isSame || open.detail['contact'] !== detail.contact) fail('order.open', { data: { orderId: open.id } })
    return { orderId: open.id, amountFen: open.totalFen, expiresAt: open.expiresAt }
  }
  const order = await insertOrder(ctx.db, {
    resellerId: owner.resellerId,
    accountId: owner.accountId,
    action: 'agency',
    packageId: null,
    period: null,
    quoteId: null,
    couponId: null,
    listFen: feeFen,
    discountFen: 0,
    creditFen: 0,
    totalFen: feeFen,
    wholesaleFen: feeFen,
    inviterId: null,
    commissionFen: 0,
    basisRevision: 0,
    detail,
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + limits.orderTtlMs),
  })
  const { id, totalFen, expiresAt } = order ?? fail('order.open')
  return { orderId: id, amountFen: totalFen, expiresAt }
}
