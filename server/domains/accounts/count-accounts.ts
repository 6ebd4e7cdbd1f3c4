import type { Ctx } from '../../platform/context.ts'
import { countOfReseller } from './queries.ts'

/** How many users a reseller has. */
export function countAccounts(ctx: Pick<Ctx, 'db'>, resellerId: number): Promise<number> {
  return countOfReseller(ctx.db, resellerId)
}
