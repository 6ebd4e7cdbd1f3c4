import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { userOf } from '../../events/emit.ts'
import { findEnding, findUsedTraffic, type EndingPackage, type UsedTraffic } from './queries.ts'
import { remindAll } from './remind-all.ts'
import { isDaytime } from './remind.ts'

/** The job that reminds of an end without renewal and of used traffic. */
export async function sendReminders(ctx: JobCtx): Promise<void> {
  if (!isDaytime(ctx)) return
  await remindAll(ctx, () => findEnding(ctx.db, ctx.now, ctx.config.businessTz), 'package.ends_soon', endOf)
  await remindAll(ctx, () => findUsedTraffic(ctx.db, ctx.now), 'traffic.used', trafficOf)
}

function endOf(found: EndingPackage) {
  const { packageId, packageName: name, packageNames: names, expiresAt, days, isSold } = found
  return { ...userOf(found), packageId, days, endsAt: expiresAt.toISOString(), aside: { name, names, isSold } }
}

const trafficOf = (found: UsedTraffic) => ({ ...userOf(found), percent: found.percent, leftBytes: found.leftBytes })
