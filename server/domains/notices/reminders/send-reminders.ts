import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { userOf } from '../../events/emit.ts'
import { emitOnce } from './marks.ts'
import { findEnding, findUsedTraffic, type EndingPackage, type UsedTraffic } from './queries.ts'
import { remindAll } from './remind-all.ts'
import { isDaytime } from './remind.ts'

/** The job that reminds of an end without renewal and of used traffic. */
export async function sendReminders(ctx: JobCtx): Promise<void> {
  if (!isDaytime(ctx)) return
  await remindAll(ctx, () => findEnding(ctx.db, ctx.now, ctx.config.businessTz), tellEnd)
  await remindAll(ctx, () => findUsedTraffic(ctx.db, ctx.now), tellTraffic)
}

function tellEnd(ctx: JobCtx, found: EndingPackage): Promise<void> {
  const { mark, packageId, packageName: name, packageNames: names, expiresAt, days, isSold } = found
  const about = { ...userOf(found), packageId, days, endsAt: expiresAt.toISOString(), aside: { name, names, isSold } }
  return emitOnce(ctx, 'package.ends_soon', about, mark)
}

function tellTraffic(ctx: JobCtx, found: UsedTraffic): Promise<void> {
  const { mark, percent, leftBytes } = found
  return emitOnce(ctx, 'traffic.used', { ...userOf(found), percent, leftBytes }, mark)
}
