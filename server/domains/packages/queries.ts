import type { Owner } from '../../platform/context.ts'
import type { Selectable } from 'kysely'

import type { Db, Queryable, Tx } from '../../platform/db.ts'
import type { Packages } from '../../platform/db-types.ts'
import type { Period } from './periods.ts'
import { OFFERS, SELLS, WHOLESALE } from './prices/offer-sql.ts'
import type { Subscription } from './subscription.ts'

export type Package = Pick<
  Selectable<Packages>,
  'id' | 'kind' | 'name' | 'names' | 'note' | 'trafficBytes' | 'deviceLimit' | 'lineLimit' | 'speedClass' | 'stock'
>
export type Offer = Package & { period: Period; retailFen: number; wholesaleFen: number }

const PACKAGE = `p.id, p.kind, p.name, p.names, p.note, p.traffic_bytes, p.device_limit, p.line_limit, p.speed_class, p.stock`
const SUBSCRIPTION = `s.package_id, s.period, s.expires_at, s.banked_seconds, s.used_bytes, s.total_bytes, s.pack_bytes,
  s.month_bytes, s.paid_fen, s.paid_wholesale_fen, s.paid_seconds, s.paid_bytes, s.expiry_day, s.reset_day, s.next_reset_at,
  s.device_limit, s.line_limit, s.speed_class, s.revision`

export function findOffers(db: Queryable, resellerId: number): Promise<Offer[]> {
  return db.query<Offer>({
    name: 'packages.offers',
    text: `select ${PACKAGE}, o.period, o.retail_fen, ${WHOLESALE} as wholesale_fen ${OFFERS}
      where o.reseller_id = $1 and p.is_listed and ${SELLS} order by p.place, p.id, o.retail_fen`,
    values: [resellerId],
  })
}

export async function loadOffer(
  db: Queryable,
  resellerId: number,
  packageId: number,
  period: Period,
): Promise<Offer | null> {
  const rows = await db.query<Offer>({
    name: 'packages.offer',
    text: `select ${PACKAGE}, o.period, o.retail_fen, ${WHOLESALE} as wholesale_fen ${OFFERS}
      where o.reseller_id = $1 and o.package_id = $2 and o.period = $3 and p.is_listed and ${SELLS}`,
    values: [resellerId, packageId, period],
  })
  return rows[0] ?? null
}

/** Packages that are no longer listed too: users who have one still see its name. */
export async function loadPackage(db: Queryable, id: number): Promise<Package | null> {
  const text = `select ${PACKAGE} from packages p where p.id = $1`
  const rows = await db.query<Package>({ name: 'packages.load', text, values: [id] })
  return rows[0] ?? null
}

/** False when too few are left. Without a limit nothing is counted and no row is locked. */
export async function takeStock(db: Tx, packageId: number, units: number): Promise<boolean> {
  const rows = await db.query<{ stock: number | null; isTaken: boolean }>({
    name: 'packages.take_stock',
    text: `with taken as (update packages set stock = stock - $2 where id = $1 and stock >= $2 returning id)
      select p.stock, exists (select from taken) as is_taken from packages p where p.id = $1`,
    values: [packageId, units],
  })
  return rows[0] !== undefined && (rows[0].stock === null || rows[0].isTaken)
}

export async function giveStockBack(db: Tx, packageId: number, units: number): Promise<void> {
  await db.query({
    name: 'packages.give_stock',
    text: `update packages set stock = stock + $2 where id = $1 and stock is not null`,
    values: [packageId, units],
  })
}

type SubscriptionRow = Omit<Subscription, 'pausedAt'>

export async function loadSubscriptionRow(
  db: Queryable,
  { resellerId, accountId }: Owner,
): Promise<(SubscriptionRow & { pausedAt: Date | null; autoRenew: boolean }) | null> {
  const rows = await db.query<SubscriptionRow & { pausedAt: Date | null; autoRenew: boolean }>({
    name: 'packages.subscription',
    text: `select ${SUBSCRIPTION}, s.auto_renew, a.paused_at
      from subscriptions s join accounts a on a.reseller_id = s.reseller_id and a.id = s.account_id
      where s.reseller_id = $1 and s.account_id = $2`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}

/** Takes the account's row first, as a pause does: whether it is paused is then as true as the rest. */
export async function lockSubscriptionRow(db: Tx, { resellerId, accountId }: Owner): Promise<Subscription> {
  const values = [resellerId, accountId]
  const [account] = await db.query<{ pausedAt: Date | null }>({
    name: 'packages.lock_account',
    text: `select paused_at from accounts where reseller_id = $1 and id = $2 for share`,
    values,
  })
  await db.query({
    name: 'packages.make_subscription',
    text: `insert into subscriptions (reseller_id, account_id) values ($1, $2) on conflict do nothing`,
    values,
  })
  const [row] = await db.query<SubscriptionRow>({
    name: 'packages.lock_subscription',
    text: `select ${SUBSCRIPTION} from subscriptions s where s.reseller_id = $1 and s.account_id = $2 for update`,
    values,
  })
  return { ...row!, pausedAt: account?.pausedAt ?? null }
}

export async function updateSubscription(db: Tx, owner: Owner, subscription: Subscription): Promise<void> {
  const { pausedAt: _pausedAt, ...columns } = subscription
  await db.kysely
    .updateTable('subscriptions')
    .set(columns)
    .where('resellerId', '=', owner.resellerId)
    .where('accountId', '=', owner.accountId)
    .execute()
}

/** False when there is nothing to renew. */
export async function updateAutoRenew(db: Db | Tx, { resellerId, accountId }: Owner, on: boolean): Promise<boolean> {
  const rows = await db.query({
    name: 'packages.auto_renew',
    text: `update subscriptions set auto_renew = $3, renew_told_for = null, renew_told_fen = null, renew_failed_for = null
      where reseller_id = $1 and account_id = $2 and (not $3 or (package_id is not null and period <> 'once')) returning 1 as done`,
    values: [resellerId, accountId, on],
  })
  return rows.length === 1
}
