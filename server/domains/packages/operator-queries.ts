import type { Insertable, Selectable } from 'kysely'

import type { PackageOffers, Packages } from '../../platform/db-types.ts'
import type { Queryable, Tx } from '../../platform/db.ts'
import type { Period } from './periods.ts'

export type PackageRow = Omit<Selectable<Packages>, 'createdAt'>
export type NewPackage = Omit<Insertable<Packages>, 'id' | 'isListed' | 'createdAt'>
export type PackageChange = Partial<Omit<NewPackage, 'kind'>> & { isListed?: boolean }

const PACKAGE = [
  'id',
  'kind',
  'name',
  'names',
  'note',
  'trafficBytes',
  'deviceLimit',
  'lineLimit',
  'speedClass',
  'stock',
  'isListed',
  'place',
] as const

export function findPackageRows(db: Queryable, isListedOnly: boolean): Promise<PackageRow[]> {
  let query = db.kysely.selectFrom('packages').select(PACKAGE)
  if (isListedOnly) query = query.where('isListed', '=', true)
  return query.orderBy('place').orderBy('id').execute()
}

export async function lockPackage(db: Tx, id: number): Promise<PackageRow | null> {
  const row = await db.kysely.selectFrom('packages').select(PACKAGE).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? null
}

/** Null when another has that name. */
export async function insertPackage(db: Tx, row: NewPackage, now: Date): Promise<number | null> {
  const inserted = await db.kysely
    .insertInto('packages')
    .values({ ...row, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

export async function isNameTaken(db: Tx, name: string, exceptId: number): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('packages')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

export async function updatePackageRow(db: Tx, id: number, change: PackageChange): Promise<void> {
  await db.kysely.updateTable('packages').set(change).where('id', '=', id).execute()
}

export type OfferName = { resellerId: number; packageId: number; period: Period }
export type OfferRow = Selectable<PackageOffers> & { packageName: string; isListed: boolean }

export function findOfferRows(db: Queryable, resellerId: number | null): Promise<OfferRow[]> {
  let query = db.kysely
    .selectFrom('packageOffers as o')
    .innerJoin('packages as p', 'p.id', 'o.packageId')
    .select(['o.resellerId', 'o.packageId', 'p.name as packageName', 'o.period', 'o.retailFen', 'o.wholesaleFen'])
    .select('p.isListed')
  if (resellerId !== null) query = query.where('o.resellerId', '=', resellerId)
  return query.orderBy('o.resellerId').orderBy('p.place').orderBy('o.packageId').orderBy('o.retailFen').execute()
}

export async function saveOffer(db: Tx, row: Insertable<PackageOffers>): Promise<void> {
  const { retailFen, wholesaleFen } = row
  await db.kysely
    .insertInto('packageOffers')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['resellerId', 'packageId', 'period']).doUpdateSet({ retailFen, wholesaleFen }),
    )
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
