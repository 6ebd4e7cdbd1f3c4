import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Coupon, NewCoupon } from './coupon.ts'

/** The next order that counts the uses waits, so two orders never share the last use. */
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

/** Null when the reseller already has that code. */
export async function insertCoupon(db: Tx, coupon: NewCoupon, now: Date): Promise<number | null> {
  const row = await db.kysely
    .insertInto('coupons')
    .values({ ...coupon, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** False when another coupon of the reseller has that code, or there is none. */
export async function replaceCoupon(db: Tx, id: number, coupon: NewCoupon): Promise<boolean> {
  const { resellerId, code, ...columns } = coupon
  const row = await db.kysely
    .updateTable('coupons')
    .set({ ...columns, code })
    .where('resellerId', '=', resellerId)
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('coupons as other')
            .select('other.id')
            .where('other.resellerId', '=', resellerId)
            .where('other.code', '=', code)
            .where('other.id', '<>', id),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function renameCoupon(
  db: Tx,
  { resellerId, id, code }: { resellerId: number; id: number; code: string },
): Promise<void> {
  await db.query({
    name: 'coupons.rename',
    text: 'update coupons set code = $3 where reseller_id = $1 and id = $2',
    values: [resellerId, id, code],
  })
}

export type CouponRow = Coupon & {
  resellerId: number
  userName: string | null
  packageName: string | null
  packageNames: unknown
  uses: number
  /** The sum of its discounts on paid orders. */
  costFen: number
}

export function findCouponRows(
  db: Queryable,
  filter: { resellerId: number | null; validAt: Date | null; limit: number },
): Promise<CouponRow[]> {
  return db.query<CouponRow>({
    name: 'coupons.all',
    text: `select c.id, c.reseller_id, c.code, c.percent, c.amount_fen, c.package_id, c.account_id, c.uses_max,
        c.uses_per_account_max, c.starts_at, c.ends_at, a.user_name,
        p.name as package_name, p.names as package_names, used.uses, used.cost_fen
      from coupons c left join accounts a on a.reseller_id = c.reseller_id and a.id = c.account_id
        left join packages p on p.id = c.package_id
        cross join lateral (
          select count(*) as uses,
            coalesce(sum(o.discount_fen) filter (where o.state <> 'pending'), 0)::bigint as cost_fen
          from orders o where o.reseller_id = c.reseller_id and o.coupon_id = c.id
            and o.state in ('pending', 'paid', 'refunded')
        ) used
      where ($1::integer is null or c.reseller_id = $1) and ($2::timestamptz is null or c.ends_at is null or c.ends_at > $2)
      order by c.id desc limit $3`,
    values: [filter.resellerId, filter.validAt, filter.limit],
  })
}

/** False when it had already ended, null when there is none. */
export async function endCouponRow(db: Tx, resellerId: number, code: string, now: Date): Promise<boolean | null> {
  const rows = await db.query<{ isChanged: boolean }>({
    name: 'coupons.end',
    text: `update coupons c set ends_at = least(c.ends_at, $3)
      from (select id, ends_at from coupons where reseller_id = $1 and code = upper($2) for update) old
      where c.id = old.id returning old.ends_at is null or old.ends_at > $3 as is_changed`,
    values: [resellerId, code, now],
  })
  return rows[0]?.isChanged ?? null
}
