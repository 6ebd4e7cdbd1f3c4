import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Period } from '../period.ts'
import type { OfferName } from './queries.ts'

type Span = { from: Date; until: Date }
export type SpecialRow = {
  specialId: number
  packageId: number
  period: Period
  retailFen: number
  startsAt: Date
  endsAt: Date
}
type SpecialName = { resellerId: number; specialId: number }
const ROW = 'id as special_id, package_id, period, retail_fen, starts_at, ends_at'

export async function lockOffer(db: Tx, { resellerId, packageId, period }: OfferName): Promise<void> {
  await db.query({
    name: 'prices.lock_offer',
    text: `select 1 as one from package_offers where reseller_id = $1 and package_id = $2 and period = $3 for no key update`,
    values: [resellerId, packageId, period],
  })
}

export async function isTaken(db: Tx, { resellerId, packageId, period }: OfferName, span: Span): Promise<boolean> {
  const rows = await db.query({
    name: 'prices.special_taken',
    text: `select 1 as one from special_prices where reseller_id = $1 and package_id = $2 and period = $3
      and starts_at < $5 and ends_at > $4 limit 1`,
    values: [resellerId, packageId, period, span.from, span.until],
  })
  return rows.length > 0
}

export async function insertSpecial(
  db: Tx,
  { resellerId, packageId, period, retailFen, from, until, now }: OfferName & Span & { retailFen: number; now: Date },
): Promise<number> {
  const row = { resellerId, packageId, period, retailFen, startsAt: from, endsAt: until, createdAt: now }
  const { id } = await db.kysely.insertInto('specialPrices').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export function findSpecialRows(db: Queryable, resellerId: number, now: Date): Promise<SpecialRow[]> {
  return db.query<SpecialRow>({
    name: 'prices.specials',
    text: `select ${ROW} from special_prices where reseller_id = $1 and ends_at > $2 order by starts_at, id`,
    values: [resellerId, now],
  })
}

/** Null when there is none that has still to begin. */
export async function deleteComing(
  db: Tx,
  { resellerId, specialId }: SpecialName,
  now: Date,
): Promise<SpecialRow | null> {
  const rows = await db.query<SpecialRow>({
    name: 'prices.special_taken_back',
    text: `delete from special_prices where reseller_id = $1 and id = $2 and starts_at >= $3 returning ${ROW}`,
    values: [resellerId, specialId, now],
  })
  return rows[0] ?? null
}

/** Null when there is none that runs. */
export async function endRunning(
  db: Tx,
  { resellerId, specialId }: SpecialName,
  now: Date,
): Promise<SpecialRow | null> {
  const rows = await db.query<SpecialRow>({
    name: 'prices.special_ended',
    text: `update special_prices set ends_at = $3
      where reseller_id = $1 and id = $2 and starts_at < $3 and ends_at > $3 returning ${ROW}`,
    values: [resellerId, specialId, now],
  })
  return rows[0] ?? null
}
