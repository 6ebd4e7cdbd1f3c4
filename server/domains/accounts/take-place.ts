import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { isFull, lockLimits, saveUse } from '../resellers/limits.ts'
import { countPlaces } from './queries.ts'

type PlaceCtx = Pick<Ctx, 'now' | 'config'> & { db: Tx }

/** Call in the new account's transaction: of two users who want the last place, one is refused. */
export async function takePlace(ctx: PlaceCtx, resellerId: number): Promise<void> {
  const limits = await lockLimits(ctx, resellerId)
  if (!limits) return
  const usersCount = await countPlaces(ctx.db, resellerId)
  if (isFull({ ...limits, usersCount })) fail('reseller.full')
  await saveUse(ctx, resellerId, { usersCount: usersCount + 1, trafficBytes: limits.trafficBytes })
}

/** For accounts that come together: there is a place for each of them, or for none. */
export async function takePlaces(ctx: PlaceCtx, resellerId: number, count: number): Promise<void> {
  const limits = await lockLimits(ctx, resellerId)
  if (!limits) return
  const usersCount = (await countPlaces(ctx.db, resellerId)) + count
  if (limits.usersMax !== null && usersCount > limits.usersMax) fail('reseller.full')
  await saveUse(ctx, resellerId, { usersCount, trafficBytes: limits.trafficBytes })
}

/**
 * For a leaving user who stays after all. Leaving freed the place, so another user may have taken it: then refuse.
 * Otherwise deleting, creating and keeping accounts in turn would overfill any shop.
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
