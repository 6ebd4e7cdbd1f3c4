import type { Queryable } from '../../platform/db.ts'
import { fail } from '../../platform/errors.ts'
import { loadPackage, type Package } from './queries.ts'

/** Also one that is no longer listed: what was ordered is given. */
export async function getPackage(ctx: { db: Queryable }, id: number): Promise<Package> {
  return (await loadPackage(ctx.db, id)) ?? fail('object.unknown')
}
