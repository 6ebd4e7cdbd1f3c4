import type { TxCtx } from '../../platform/context.ts'
import { randomId } from '../../platform/crypto.ts'
import { together } from '../../platform/db.ts'
import { fail } from '../../platform/errors.ts'
import { postLast } from '../ledger/post.ts'
import { takeUse, type Coupon } from '../packages/get-coupon.ts'
import { holdStock, type Offer } from '../packages/get-package.ts'
import { insertSubscription } from '../packages/subscription-store.ts'
import { fulfilOrder, planPurchase, workOutFulfilment, type Fulfilment } from './fulfil-order.ts'
import type { Purchase } from './load-purchase.ts'
import { insertOrder, sendOrder, type NewOrder, type OrderRow } from './queries.ts'
import { putCommissionAside, saleOf } from './settle-order.ts'

export type Wanted = { order: NewOrder; plan: Offer; coupon: Coupon | null }

/** Thrown to undo what a purchase began: another tab made the order of this quote, or an open one, a moment before. */
export const QUICKER = new Error('Another purchase was quicker')

/** An order to be paid later. */
export async function openNew(ctx: TxCtx, wanted: Wanted): Promise<OrderRow> {
  const [, order] = await together(begin(ctx, wanted, {}))
  return order
}

/**
 * A new order that the balance pays in the same moment: nobody ever sees it unpaid. Everything that is locked is asked for
 * together, in the order of all locks, and what stands against the purchase is looked at afterwards: a refusal undoes all.
 */
export async function sellNow(ctx: TxCtx, wanted: Wanted): Promise<OrderRow> {
  const paid = { id: randomId(), state: 'paid', paidBy: 'balance', settledAt: ctx.now } as const
  const [, sold, , fulfilment] = await together([...begin(ctx, wanted, paid), planAsQuoted(ctx, wanted)])
  await fulfilOrder(ctx, sold, fulfilment)
  putCommissionAside(ctx, sold)
  postLast(ctx, saleOf({ ...sold, ...paid }, fulfilment.about))
  return sold
}

/**
 * The same without a look in between: everything is written in one packet with the commit, in the order of all locks, and
 * each part of it fails if it is not as it was read. For a buyer's first package, where nothing can run out. Null: not so.
 */
export function sellAtOnce(
  ctx: TxCtx,
  { order, plan, coupon }: Wanted,
  { subscription, hasSubscription }: Pick<Purchase, 'subscription' | 'hasSubscription'>,
): { sold: OrderRow; write(): void } | null {
  if (hasSubscription || coupon || plan.stock !== null) return null
  const fulfilment = workOutFulfilment(ctx, order, plan, { subscription, hasLines: false })
  if (!fulfilment?.outcome || !fulfilment.isAsQuoted) return null
  const { outcome, about } = fulfilment
  const paid = { state: 'paid', paidBy: 'balance', settledAt: ctx.now, paymentId: null } as const
  const holdsStock = order.action !== 'renew'
  const sold = { ...order, ...paid, id: randomId(), holdsStock, refundedFen: 0, closedAt: null }
  const write = () => {
    sendOrder(ctx.db, sold)
    insertSubscription(ctx, order, outcome)
    putCommissionAside(ctx, sold)
    postLast(ctx, saleOf(sold, about))
  }
  return { sold, write }
}

function begin(ctx: TxCtx, { order, coupon }: Wanted, paid: Partial<NewOrder>) {
  const holdsStock = order.action !== 'renew'
  return [
    coupon && takeUse(ctx, coupon, order),
    insertFirst(ctx, { ...order, ...paid, holdsStock }),
    holdsStock ? holdStock(ctx, order.packageId!) : null,
  ] as const
}

async function insertFirst(ctx: TxCtx, order: NewOrder): Promise<OrderRow> {
  const inserted = await insertOrder(ctx.db, order)
  if (!inserted) throw QUICKER
  return inserted
}

/** Two tabs, two quotes: the second was worked out from what the first has changed. */
async function planAsQuoted(ctx: TxCtx, { order, plan }: Wanted): Promise<Fulfilment> {
  const fulfilment = await planPurchase(ctx, order, plan)
  return fulfilment?.isAsQuoted ? fulfilment : fail('order.price_changed')
}
