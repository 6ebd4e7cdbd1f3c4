import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { fail } from '../../platform/errors.ts'
import { isFull, lockLimits, saveUse } from '../resellers/limits.ts'
import { countPlaces } from './queries.ts'

/** For a new account, in its transaction: of two who want the last place one gets it, the other is refused. */
export async function takePlace(ctx: Pick<Ctx, 'now' | 'config'> & { db: Tx }, resellerId: number): Promise<void> {
  const limits = await lockLimits(ctx, resellerId)
  if (!limits) return
  const usersCount = await countPlaces(ctx.db, resellerId)
  if (isFull({ ...limits, usersCount })) fail('reseller.full')
  await saveUse(ctx, resellerId, { usersCount: usersCount + 1, trafficBytes: limits.trafficBytes })
}
