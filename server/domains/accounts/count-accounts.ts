import type { Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { countOfReseller, countPlaces } from './queries.ts'

export function countAccounts(ctx: Pick<Ctx, 'db'>, resellerId: number): Promise<number> {
  return countOfReseller(ctx.db, resellerId)
}

/** Counts the users that fill the reseller's limit: deleted and leaving ones do not. */
export function countLimited(ctx: { db: Queryable }, resellerId: number): Promise<number> {
  return countPlaces(ctx.db, resellerId)
}
