import type { Selectable } from 'kysely'

import type { RefundWishes } from '../../../platform/db/db-types.ts'

export type WishRow = Selectable<RefundWishes>

/** The subject of a wish: an order, or a top-up payment. */
export type WishSubject = { resellerId: number } & ({ orderId: string } | { paymentId: string })
