import type { Selectable } from 'kysely'

import type { Queryable, Tx } from '../../platform/db.ts'
import type { Coupons } from '../../platform/db-types.ts'

export type Coupon = Omit<Selectable<Coupons>, 'createdAt' | 'resellerId'>
export type CouponName = { code: string } | { id: number }

const COLUMNS = `id, code, percent, amount_fen, package_id, account_id, uses_max, uses_per_account_max, starts_at, ends_at`

export async function loadCoupon(db: Queryable, resellerId: number, name: CouponName): Promise<Coupon | null> {
  const rows =
    'code' in name
      ? await db.query<Coupon>({
          name: 'coupons.by_code',
          text: `select ${COLUMNS} from coupons where reseller_id = $1 and code = upper($2)`,
          values: [resellerId, name.code],
        })
      : await db.query<Coupon>({
          name: 'coupons.by_id',
          text: `select ${COLUMNS} from coupons where reseller_id = $1 and id = $2`,
          values: [resellerId, name.id],
        })
  return rows[0] ?? null
}

/** Whoever counts the uses next waits: two orders never share the last one. */
export async function lockCoupon(db: Tx, resellerId: number, id: number): Promise<void> {
  await db.query({
    name: 'coupons.lock',
    text: `select id from coupons where reseller_id = $1 and id = $2 for no key update`,
    values: [resellerId, id],
  })
}

/** M10: an unpaid order is a use until it is closed, so a coupon cannot be spread over many of them. */
export async function countUses(
  db: Queryable,
  coupon: { resellerId: number; id: number },
  accountId: number,
): Promise<{ all: number; own: number }> {
  const rows = await db.query<{ all: number; own: number }>({
    name: 'coupons.uses',
    text: `select count(*) as all, count(*) filter (where account_id = $3) as own from orders
      where reseller_id = $1 and coupon_id = $2 and state in ('pending', 'paid', 'refunded')`,
    values: [coupon.resellerId, coupon.id, accountId],
  })
  return rows[0]!
}
