import type { Insertable } from 'kysely'

import type { PackageOffers } from '../../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Period } from '../period.ts'
import { LIST, OFFERS, SELLS, WHOLESALE } from './offer-sql.ts'

export type OfferName = { resellerId: number; packageId: number; period: Period }
export type OfferRow = OfferName & {
  packageName: string
  isListed: boolean
  retailFen: number
  wholesaleFen: number | null
  sells: boolean
}

export function findOfferRows(db: Queryable, resellerId: number | null): Promise<OfferRow[]> {
  return db.query<OfferRow>({
    name: 'prices.offers',
    text: `select o.reseller_id, o.package_id, p.name as package_name, o.period, o.retail_fen, ${WHOLESALE} as wholesale_fen,
        p.is_listed, p.is_listed and ${SELLS} as sells ${OFFERS}
      where ($1::integer is null or o.reseller_id = $1) and p.trial_days is null order by o.reseller_id, p.place, o.package_id, o.retail_fen`,
    values: [resellerId],
  })
}

export type Wholesale = { wholesaleFen: number | null; isOwn: boolean; listedFen: number | null }

/** What a reseller pays for a package and period, whether or not it sells it. */
export async function loadWholesaleRow(
  db: Queryable,
  { resellerId, packageId, period }: OfferName,
): Promise<Wholesale> {
  const rows = await db.query<{ ownFen: number | null; listedFen: number | null }>({
    name: 'prices.wholesale',
    text: `select
      (select wholesale_fen from own_prices where reseller_id = $1 and package_id = $2 and period = $3) as own_fen,
      (select wholesale_fen from price_list_entries where price_list_id = ${LIST} and package_id = $2 and period = $3)
        as listed_fen`,
    values: [resellerId, packageId, period],
  })
  const { ownFen, listedFen } = rows[0]!
  return { wholesaleFen: ownFen ?? listedFen, isOwn: ownFen !== null, listedFen }
}

/** Everything that a reseller could sell, with or without a retail price, and any higher wholesale price to come. */
export type PriceRow = {
  packageId: number
  packageName: string
  packageNames: unknown
  kind: 'plan' | 'pack'
  trafficBytes: number
  period: Period
  trialDays: number | null
  trialPaidBy: 'reseller' | 'platform' | null
  isListed: boolean
  isOwn: boolean
  wholesaleFen: number
  suggestedRetailFen: number | null
  retailFen: number | null
  isOn: boolean
  sells: boolean
  /** This pair of prices was confirmed. */
  isConfirmed: boolean
  stoppedAt: Date | null
  nextWholesaleFen: number | null
  nextFrom: Date | null
}

export function findPriceRows(db: Queryable, resellerId: number): Promise<PriceRow[]> {
  return db.query<PriceRow>({
    name: 'prices.of_reseller',
    text: `with listed as (select * from price_list_entries where price_list_id = ${LIST}),
      own as (select * from own_prices where reseller_id = $1),
      w as (
        select package_id, period, coalesce(own.wholesale_fen, listed.wholesale_fen) as wholesale_fen,
          own.wholesale_fen is not null as is_own, listed.suggested_retail_fen
        from own full join listed using (package_id, period)
      )
      select p.id as package_id, p.name as package_name, p.names as package_names, p.kind, p.traffic_bytes, p.is_listed,
        p.trial_days, p.trial_paid_by, w.period, w.is_own, w.wholesale_fen, w.suggested_retail_fen,
        case when p.trial_days is null then o.retail_fen end as retail_fen,
        case when p.trial_days is null then coalesce(o.is_on, false) else t.package_id is not null end as is_on,
        coalesce(p.is_listed and p.trial_days is null and o.is_on and (w.wholesale_fen <= o.retail_fen or c.is_confirmed), false) as sells,
        coalesce(c.is_confirmed, false) as is_confirmed, o.stopped_at,
        coming.wholesale_fen as next_wholesale_fen, coming.not_before as next_from
      from w join packages p on p.id = w.package_id
        left join package_offers o on o.reseller_id = $1 and o.package_id = w.package_id and o.period = w.period
        left join trial_offers t on t.reseller_id = $1 and t.package_id = w.package_id
        left join lateral (
          select o.confirmed_retail_fen = o.retail_fen and o.confirmed_wholesale_fen = w.wholesale_fen as is_confirmed
        ) c on true
        left join lateral (
          select coalesce(h.wholesale_fen, (select l.wholesale_fen from listed l
              where l.package_id = w.package_id and l.period = w.period)) as wholesale_fen,
            greatest(h.not_before, h.told_at + interval '7 days') as not_before
          from price_changes h
          where h.applied_at is null and h.cancelled_at is null and h.package_id = w.package_id and h.period = w.period
            and (h.reseller_id = $1 or (not w.is_own and h.price_list_id = ${LIST}))
          order by h.reseller_id nulls last limit 1
        ) coming on true
      where p.trial_days is null or w.period = 'once'
      order by p.place, p.id, w.wholesale_fen`,
    values: [resellerId],
  })
}

export async function saveOffer(db: Tx, row: Insertable<PackageOffers>): Promise<void> {
  const { resellerId: _r, packageId: _p, period: _period, ...change } = row
  await db.kysely
    .insertInto('packageOffers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['resellerId', 'packageId', 'period']).doUpdateSet(change))
    .execute()
}

export async function deleteOffer(db: Tx, { resellerId, packageId, period }: OfferName): Promise<boolean> {
  const result = await db.kysely
    .deleteFrom('packageOffers')
    .where('resellerId', '=', resellerId)
    .where('packageId', '=', packageId)
    .where('period', '=', period)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Null when there is no such offer. */
export async function updateIsOn(db: Tx, name: OfferName, on: boolean): Promise<{ isChanged: boolean } | null> {
  const rows = await db.query<{ isChanged: boolean }>({
    name: 'prices.switch',
    text: `update package_offers o set is_on = $4
      from (select is_on from package_offers where reseller_id = $1 and package_id = $2 and period = $3 for update) old
      where o.reseller_id = $1 and o.package_id = $2 and o.period = $3 returning old.is_on <> $4 as is_changed`,
    values: [name.resellerId, name.packageId, name.period, on],
  })
  return rows[0] ?? null
}

/** Whether a reseller gives a trial away. False when nothing changed. */
export async function updateTrialOffer(db: Tx, name: OfferName, on: boolean, now: Date): Promise<boolean> {
  const { resellerId, packageId } = name
  const rows = on
    ? await db.query({
        name: 'prices.give_trial',
        text: `insert into trial_offers (reseller_id, package_id, created_at) values ($1, $2, $3)
          on conflict do nothing returning 1 as done`,
        values: [resellerId, packageId, now],
      })
    : await db.query({
        name: 'prices.stop_trial',
        text: `delete from trial_offers where reseller_id = $1 and package_id = $2 returning 1 as done`,
        values: [resellerId, packageId],
      })
  return rows.length === 1
}

/**
 * Marks offers that stopped selling because wholesale rose, and unmarks those that sell again. Returns how many
 * stopped.
 */
export async function markStops(db: Tx, now: Date): Promise<number> {
  await db.query({
    name: 'prices.unstop',
    text: `update package_offers set stopped_at = null, stop_told_at = null
      where (reseller_id, package_id, period) in (
        select o.reseller_id, o.package_id, o.period ${OFFERS} where o.stopped_at is not null and (${SELLS} or not o.is_on)
      )`,
  })
  const stopped = await db.query({
    name: 'prices.stop',
    text: `update package_offers set stopped_at = $1
      where (reseller_id, package_id, period) in (
        select o.reseller_id, o.package_id, o.period ${OFFERS}
        where o.stopped_at is null and o.is_on and p.trial_days is null and ${WHOLESALE} is not null and not ${SELLS}
      ) returning 1 as done`,
    values: [now],
  })
  return stopped.length
}

export type PricedPack = { packageId: number; wholesaleFen: number; trafficBytes: number }

export async function loadDearestPack(db: Queryable, resellerId: number): Promise<PricedPack | null> {
  const rows = await db.query<PricedPack>({
    name: 'prices.dearest_pack',
    text: `select o.package_id, ${WHOLESALE} as wholesale_fen, p.traffic_bytes ${OFFERS}
      where o.reseller_id = $1 and p.kind = 'pack' and p.is_listed and ${SELLS}
      order by ${WHOLESALE}::numeric / p.traffic_bytes desc, o.package_id limit 1`,
    values: [resellerId],
  })
  return rows[0] ?? null
}
