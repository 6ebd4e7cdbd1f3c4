import type { Static } from 'typebox'

import type { RefundWish } from '../../../../contract/console/orders.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { findWishRows } from './queries.ts'
import type { WishRow, WishSubject } from './wish.ts'

type DbCtx = { db: Queryable }

/** All wishes for this order or payment, oldest first. */
export function findWishes(ctx: DbCtx, subject: WishSubject): Promise<WishRow[]> {
  return findWishRows(ctx.db, subject)
}

export function showWish({ state, amountFen, reason, answer, createdAt }: WishRow): Static<typeof RefundWish> {
  return { state, amountFen, reason, answer, createdAt: createdAt.toISOString() }
}
