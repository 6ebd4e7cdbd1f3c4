import type { Selectable } from 'kysely'

import type { Ctx } from '../../platform/context.ts'
import type { Packages } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import type { Period } from './period.ts'
import { OFFERS, RETAIL, SELLS, special, WHOLESALE } from './prices/offer-sql.ts'

export type Package = Pick<
  Selectable<Packages>,
  | 'id'
  | 'kind'
  | 'name'
  | 'names'
  | 'note'
  | 'notes'
  | 'trafficBytes'
  | 'deviceLimit'
  | 'lineLimit'
  | 'speedClass'
  | 'stock'
  | 'trialDays'
>
export type Offer = Package & { period: Period; retailFen: number; wholesaleFen: number }
/** With what it costs at other times while a special price holds. */
export type ShownOffer = Offer & { usualFen: number; specialUntil: Date | null }
export type PriceClock = Pick<Ctx, 'now'> & { db: Queryable }

export const PACKAGE = `p.id, p.kind, p.name, p.names, p.note, p.notes, p.traffic_bytes, p.device_limit, p.line_limit,
  p.speed_class, p.stock, p.trial_days`

export function findOffers({ db, now }: PriceClock, resellerId: number): Promise<ShownOffer[]> {
  return db.query<ShownOffer>({
    name: 'packages.offers',
    text: `select ${PACKAGE}, o.period, ${RETAIL} as retail_fen, ${WHOLESALE} as wholesale_fen, o.retail_fen as usual_fen,
        special.ends_at as special_until ${OFFERS} ${special('$2')}
      where o.reseller_id = $1 and p.is_listed and ${SELLS} order by p.place, p.id, o.retail_fen`,
    values: [resellerId, now],
  })
}

/** Includes unlisted packages: users who have one still see its name. */
export async function loadPackage(db: Queryable, id: number): Promise<Package | null> {
  const text = `select ${PACKAGE} from packages p where p.id = $1`
  const rows = await db.query<Package>({ name: 'packages.load', text, values: [id] })
  return rows[0] ?? null
}

/** Includes unlisted packages: what was ordered is delivered. */
export async function getPackage(ctx: { db: Queryable }, id: number): Promise<Package> {
  return (await loadPackage(ctx.db, id)) ?? fail('object.unknown')
}

/** No offer means not for sale; it never means free. */
export async function getOffer(
  ctx: PriceClock,
  { resellerId, packageId, period }: { resellerId: number; packageId: number; period: Period },
): Promise<Offer> {
  const rows = await ctx.db.query<Offer>({
    name: 'packages.offer',
    text: `select ${PACKAGE}, o.period, ${RETAIL} as retail_fen, ${WHOLESALE} as wholesale_fen ${OFFERS} ${special('$4')}
      where o.reseller_id = $1 and o.package_id = $2 and o.period = $3 and p.is_listed and ${SELLS}`,
    values: [resellerId, packageId, period, ctx.now],
  })
  return rows[0] ?? fail('package.not_for_sale')
}

/**
 * Takes stock for an order, even an unpaid one, so that what is shown as available can be paid for. All units or none.
 * Without a stock limit it counts nothing and locks no row.
 */
export async function takeStock(ctx: { db: Tx }, packageId: number, units = 1): Promise<void> {
  const rows = await ctx.db.query<{ stock: number | null; isTaken: boolean }>({
    name: 'packages.take_stock',
    text: `with taken as (update packages set stock = stock - $2 where id = $1 and stock >= $2 returning id)
      select p.stock, exists (select from taken) as is_taken from packages p where p.id = $1`,
    values: [packageId, units],
  })
  const isTaken = rows[0] !== undefined && (rows[0].stock === null || rows[0].isTaken)
  if (!isTaken) fail('package.sold_out')
}

export async function releaseStock(ctx: { db: Tx }, packageId: number, units = 1): Promise<void> {
  await ctx.db.query({
    name: 'packages.give_stock',
    text: `update packages set stock = stock + $2 where id = $1 and stock is not null`,
    values: [packageId, units],
  })
}
