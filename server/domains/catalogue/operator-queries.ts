import type { Insertable, Selectable } from 'kysely'

import type { Packages } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'

export type PackageRow = Omit<Selectable<Packages>, 'createdAt'>
export type NewPackage = Omit<Insertable<Packages>, 'id' | 'isListed' | 'createdAt'>
export type PackageChange = Partial<Omit<NewPackage, 'kind'>> & { isListed?: boolean }

const PACKAGE = [
  'id',
  'kind',
  'name',
  'names',
  'note',
  'notes',
  'trafficBytes',
  'deviceLimit',
  'lineLimit',
  'speedClass',
  'stock',
  'trialDays',
  'trialPaidBy',
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

/** Null when another package has that name. */
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

/** All packages in their order, locked so that nobody moves one meanwhile. */
export async function lockPlaces(db: Tx): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: 'packages.lock_places',
    text: `select id from (select id, place from packages order by id for update) p order by place, id`,
  })
  return rows.map(({ id }) => id)
}

export async function savePlaces(db: Tx, packageIds: readonly number[]): Promise<void> {
  await db.query({
    name: 'packages.save_places',
    text: `update packages p set place = wanted.place - 1
      from unnest($1::integer[]) with ordinality as wanted (id, place) where p.id = wanted.id`,
    values: [packageIds],
  })
}
