import type { Queryable } from '../../platform/db/db.ts'
import { COUPON, type Coupon } from './coupon.ts'

export type CouponName = { code: string } | { id: number }

export async function loadCoupon(db: Queryable, resellerId: number, name: CouponName): Promise<Coupon | null> {
  const rows =
    'code' in name
      ? await db.query<Coupon>({
          name: 'coupons.by_code',
          text: `select ${COUPON} from coupons where reseller_id = $1 and code = upper($2)`,
          values: [resellerId, name.code],
        })
      : await db.query<Coupon>({
          name: 'coupons.by_id',
          text: `select ${COUPON} from coupons where reseller_id = $1 and id = $2`,
          values: [resellerId, name.id],
        })
  return rows[0] ?? null
}
