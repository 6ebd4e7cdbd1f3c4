import type { TxCtx } from '../../platform/context.ts'
import { together } from '../../platform/db/db.ts'
import { takeUse, type Coupon } from '../catalogue/get-coupon.ts'
import { takeStock, type Offer } from '../catalogue/get-package.ts'
import { insertOrder, type NewOrder, type OrderRow } from './queries.ts'

export type Wanted = { order: NewOrder; plan: Offer; coupon: Coupon | null }

/** Thrown to roll back a purchase: another tab has just made the order of this quote, or an open one. */
export const QUICKER = new Error('Another purchase was quicker')

/** Makes a new order and takes stock and coupon use, all sent together, in the lock order. */
export async function openNew(ctx: TxCtx, { order, coupon }: Omit<Wanted, 'plan'>): Promise<OrderRow> {
  const holdsStock = order.action !== 'renew'
  const [, opened] = await together([
    coupon && takeUse(ctx, coupon, order),
    insertFirst(ctx, { ...order, holdsStock }),
    holdsStock ? takeStock(ctx, order.packageId!) : null,
  ])
  return opened
}

async function insertFirst(ctx: TxCtx, order: NewOrder): Promise<OrderRow> {
  const inserted = await insertOrder(ctx.db, order)
  if (!inserted) throw QUICKER
  return inserted
}
