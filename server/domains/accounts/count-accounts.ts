import type { Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db.ts'
import { countOfReseller, countPlaces } from './queries.ts'

/** How many users a reseller has. */
export function countAccounts(ctx: Pick<Ctx, 'db'>, resellerId: number): Promise<number> {
  return countOfReseller(ctx.db, resellerId)
}

/** How many of them count for its limit: not who is gone or leaving. */
export function countLimited(ctx: { db: Queryable }, resellerId: number): Promise<number> {
  return countPlaces(ctx.db, resellerId)
}
