import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { fail } from '../../platform/errors.ts'
import { isFull, lockLimits, saveUse } from '../resellers/limits.ts'
import { countPlaces } from './queries.ts'

type PlaceCtx = Pick<Ctx, 'now' | 'config'> & { db: Tx }

/** For a new account, in its transaction: of two who want the last place one gets it, the other is refused. */
export async function takePlace(ctx: PlaceCtx, resellerId: number): Promise<void> {
  const limits = await lockLimits(ctx, resellerId)
  if (!limits) return
  const usersCount = await countPlaces(ctx.db, resellerId)
  if (isFull({ ...limits, usersCount })) fail('reseller.full')
  await saveUse(ctx, resellerId, { usersCount: usersCount + 1, trafficBytes: limits.trafficBytes })
}

/**
 * For who was leaving and stays after all. Whoever leaves makes room, so the place may have gone to somebody else: then
 * there is none to come back to, or deleting, creating and keeping in turn would fill any shop.
 */
export async function takePlaceBack<T>(
  ctx: PlaceCtx,
  resellerId: number,
  code: 'reseller.full' | 'reseller.limit',
  stay: () => Promise<T>,
): Promise<T> {
  const limits = await lockLimits(ctx, resellerId)
  if (!limits) return stay()
  const before = await countPlaces(ctx.db, resellerId)
  const stayed = await stay()
  const usersCount = await countPlaces(ctx.db, resellerId)
  if (usersCount > before && limits.usersMax !== null && usersCount > limits.usersMax) fail(code)
  await saveUse(ctx, resellerId, { usersCount, trafficBytes: limits.trafficBytes })
  return stayed
}
