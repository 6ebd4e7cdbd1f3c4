import type { Selectable } from 'kysely'

import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import type { PriceChanges } from '../../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Period } from '../period.ts'
import { OFFERED, OFFERS, SELLS, WHOLESALE } from './offer-sql.ts'

export type PriceChange = Selectable<PriceChanges>
/** Whose price: a list's, or one reseller's own. */
export type PriceTarget = { listId: number } | { resellerId: number }
type Entry = { packageId: number; period: Period }

/**
 * Changes to the prices of a list, or of one of its resellers, wait for each other. Null when there is no such list.
 */
export async function lockList(db: Tx, target: PriceTarget): Promise<number | null> {
  const rows = await db.query<{ id: number }>({
    name: 'prices.lock_list',
    text: `select id from price_lists where id = coalesce($1::integer,
        (select price_list_id from reseller_price_lists where reseller_id = $2), 0) for update`,
    values: 'listId' in target ? [target.listId, null] : [null, target.resellerId],
  })
  return rows[0]?.id ?? null
}

export async function loadListPrice(db: Queryable, listId: number, entry: Entry): Promise<number | null> {
  const rows = await db.query<{ wholesaleFen: number }>({
    name: 'prices.list_price',
    text: `select wholesale_fen from price_list_entries where price_list_id = $1 and package_id = $2 and period = $3`,
    values: [listId, entry.packageId, entry.period],
  })
  return rows[0]?.wholesaleFen ?? null
}

export async function saveListPrice(db: Tx, listId: number, entry: Entry, wholesaleFen: number): Promise<void> {
  await db.query({
    name: 'prices.save_list_price',
    text: `insert into price_list_entries (price_list_id, package_id, period, wholesale_fen) values ($1, $2, $3, $4)
      on conflict (price_list_id, package_id, period) do update set wholesale_fen = excluded.wholesale_fen`,
    values: [listId, entry.packageId, entry.period, wholesaleFen],
  })
}

/** False when the list has no such entry. */
export async function saveSuggested(db: Tx, listId: number, entry: Entry, fen: number | null): Promise<boolean> {
  const rows = await db.query({
    name: 'prices.save_suggested',
    text: `update price_list_entries set suggested_retail_fen = $4
      where price_list_id = $1 and package_id = $2 and period = $3 returning 1 as done`,
    values: [listId, entry.packageId, entry.period, fen],
  })
  return rows.length === 1
}

/** Null removes the own price. */
export async function saveOwnPrice(
  db: Tx,
  resellerId: number,
  { packageId, period }: Entry,
  wholesaleFen: number | null,
): Promise<void> {
  const values = [resellerId, packageId, period]
  if (wholesaleFen === null) {
    const text = `delete from own_prices where reseller_id = $1 and package_id = $2 and period = $3`
    await db.query({ name: 'prices.drop_own', text, values })
    return
  }
  await db.query({
    name: 'prices.save_own',
    text: `insert into own_prices (reseller_id, package_id, period, wholesale_fen) values ($1, $2, $3, $4)
      on conflict (reseller_id, package_id, period) do update set wholesale_fen = excluded.wholesale_fen`,
    values: [...values, wholesaleFen],
  })
}

export async function saveListOf(db: Tx, resellerId: number, listId: number): Promise<void> {
  await db.query({
    name: 'prices.save_list_of',
    text: `insert into reseller_price_lists (reseller_id, price_list_id) values ($1, $2)
      on conflict (reseller_id) do update set price_list_id = excluded.price_list_id`,
    values: [resellerId, listId],
  })
}

export type NewChange = Pick<PriceChange, 'madeBy' | 'madeAt' | 'notBefore'> &
  Partial<Pick<PriceChange, 'priceListId' | 'resellerId' | 'packageId' | 'period' | 'wholesaleFen' | 'toListId'>>

export async function insertChange(db: Tx, change: NewChange): Promise<number> {
  const { id } = await db.kysely.insertInto('priceChanges').values(change).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Cancels changes that wait for the same price. */
export async function cancelOpen(db: Tx, target: PriceTarget, entry: Entry | null, now: Date): Promise<number> {
  const rows = await db.query({
    name: 'prices.cancel_open',
    text: `update price_changes set cancelled_at = $5
      where price_list_id is not distinct from $1 and reseller_id is not distinct from $2
        and package_id is not distinct from $3 and period is not distinct from $4
        and applied_at is null and cancelled_at is null returning 1 as done`,
    values: [
      'listId' in target ? target.listId : null,
      'resellerId' in target ? target.resellerId : null,
      entry?.packageId ?? null,
      entry?.period ?? null,
      now,
    ],
  })
  return rows.length
}

export async function findDueChanges(db: Queryable, now: Date): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: 'prices.due',
    text: `select id from price_changes where applied_at is null and cancelled_at is null and not_before <= $1
      and told_at <= $1::timestamptz - make_interval(days => $2) order by id`,
    values: [now, staffLimits.wholesaleNoticeDays],
  })
  return rows.map(({ id }) => id)
}

/** The only statement that applies a change. If several processes try, one gets the row. */
export async function claimChange(db: Tx, id: number, now: Date): Promise<PriceChange | null> {
  const rows = await db.query<PriceChange>({
    name: 'prices.claim',
    text: `update price_changes set applied_at = $2 where id = $1 and applied_at is null and cancelled_at is null
      and not_before <= $2 and told_at <= $2::timestamptz - make_interval(days => $3) returning *`,
    values: [id, now, staffLimits.wholesaleNoticeDays],
  })
  return rows[0] ?? null
}

export type Affected = {
  resellerId: number
  packageId: number
  packageName: string
  period: Period
  retailFen: number
  wholesaleFen: number
  /** This pair with the new price was confirmed. */
  isConfirmed: boolean
  /** Users whose package would no longer renew automatically. */
  renewers: number
}

/** Offers whose reseller would pay the price of this list, with the consequences for each. */
export function findAffected(
  db: Queryable,
  target: PriceTarget,
  { packageId, period }: Entry,
  newFen: number,
): Promise<Affected[]> {
  return db.query<Affected>({
    name: 'prices.affected',
    text: `select o.reseller_id, o.package_id, p.name as package_name, o.period, o.retail_fen, ${WHOLESALE} as wholesale_fen,
        coalesce(o.confirmed_retail_fen = o.retail_fen and o.confirmed_wholesale_fen = $5, false) as is_confirmed,
        (select count(*) from subscriptions s where s.reseller_id = o.reseller_id and s.package_id = o.package_id
          and s.period = o.period and s.auto_renew) as renewers
      ${OFFERS} where o.package_id = $3 and o.period = $4 and o.is_on and ${WHOLESALE} is not null
        and (o.reseller_id = $2 or ($1::integer is not null and own.wholesale_fen is null
          and coalesce(which.price_list_id, 0) = $1))
      order by o.reseller_id`,
    values: [
      'listId' in target ? target.listId : null,
      'resellerId' in target ? target.resellerId : null,
      packageId,
      period,
      newFen,
    ],
  })
}

export type Dearer = { packageId: number; period: Period; nowFen: number; newFen: number | null }

/** What a reseller sells now and would pay more for, or could no longer sell, with another list. */
export function findDearer(db: Queryable, resellerId: number, listId: number): Promise<Dearer[]> {
  return db.query<Dearer>({
    name: 'prices.dearer',
    text: `select o.package_id, o.period, ${WHOLESALE} as now_fen, other.wholesale_fen as new_fen ${OFFERED}
        left join price_list_entries other on other.price_list_id = $2 and other.package_id = o.package_id
          and other.period = o.period
      where o.reseller_id = $1 and own.wholesale_fen is null and ${WHOLESALE} is not null
        and (other.wholesale_fen is null or other.wholesale_fen > ${WHOLESALE}) order by o.package_id, o.period`,
    values: [resellerId, listId],
  })
}

/** The notice begins with the mail: a change told now applies at the earliest when it is over. */
export async function claimUntold(db: Tx, now: Date): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: 'prices.claim_untold',
    text: `update price_changes
      set told_at = $1, not_before = greatest(not_before, $1::timestamptz + make_interval(days => $2))
      where told_at is null and applied_at is null and cancelled_at is null returning id`,
    values: [now, staffLimits.wholesaleNoticeDays],
  })
  return rows.map(({ id }) => id)
}

export type Concerned = { resellerId: number; packageNames: string[]; notBefore: Date }

/** Resellers that sell what these changes make dearer. */
export function findConcerned(db: Queryable, changeIds: readonly number[]): Promise<Concerned[]> {
  return db.query<Concerned>({
    name: 'prices.concerned',
    text: `select o.reseller_id, array_agg(distinct p.name) as package_names, min(h.not_before) as not_before
      ${OFFERED} join price_changes h on h.package_id is null or (h.package_id = o.package_id and h.period = o.period)
      where h.id = any ($1) and (o.reseller_id = h.reseller_id
        or (own.wholesale_fen is null and coalesce(which.price_list_id, 0) = h.price_list_id))
      group by o.reseller_id order by o.reseller_id`,
    values: [changeIds],
  })
}

/** Stopped offers that nobody was told about. */
export type UntoldStop = {
  resellerId: number
  packageId: number
  period: Period
  packageName: string
  packageNames: unknown
}

export function lockUntoldStops(db: Tx): Promise<UntoldStop[]> {
  return db.query<UntoldStop>({
    name: 'prices.untold_stops',
    text: `select o.reseller_id, o.package_id, o.period, p.name as package_name, p.names as package_names ${OFFERS}
      where o.stopped_at is not null and o.stop_told_at is null and not ${SELLS}
      order by o.reseller_id, o.package_id, o.period for update of o skip locked`,
  })
}

export async function markStopTold(
  db: Tx,
  { resellerId, packageId, period }: Omit<UntoldStop, 'packageName' | 'packageNames'>,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'prices.stop_told',
    text: `update package_offers set stop_told_at = $4 where reseller_id = $1 and package_id = $2 and period = $3`,
    values: [resellerId, packageId, period, now],
  })
}
