import type { Insertable, Selectable } from 'kysely'

import type { Coupons } from '../../platform/db/db-types.ts'

export type Coupon = Omit<Selectable<Coupons>, 'createdAt' | 'resellerId'>
export type NewCoupon = Omit<Insertable<Coupons>, 'id' | 'createdAt'>

export const COUPON = `id, code, percent, amount_fen, package_id, account_id, uses_max, uses_per_account_max, starts_at, ends_at`
