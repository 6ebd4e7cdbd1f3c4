import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { mayUseCoupon } from '../../catalogue/get-coupon.ts'
import { userOf } from '../../events/emit.ts'
import { findEnding, findUsedTraffic, type EndingPackage, type UsedTraffic } from './queries.ts'
import { remindAll } from './remind-all.ts'
import { isDaytime } from './remind.ts'

/** The job that reminds of an end without renewal and of used traffic. */
export async function sendReminders(ctx: JobCtx): Promise<void> {
  if (!isDaytime(ctx)) return
  await remindAll(
    ctx,
    () => findEnding(ctx.db, ctx.now, ctx.config.businessTz),
    'package.ends_soon',
    (found) => endOf(ctx, found),
  )
  await remindAll(ctx, () => findUsedTraffic(ctx.db, ctx.now), 'traffic.used', trafficOf)
}

async function endOf(ctx: JobCtx, found: EndingPackage) {
  const { packageId, packageName: name, packageNames: names, expiresAt, days, isSold } = found
  const words = await wordsOf(ctx, found)
  return { ...userOf(found), packageId, days, endsAt: expiresAt.toISOString(), aside: { name, names, isSold, words } }
}

/** They were written for who can renew. A coupon that is over or used up by now is left out. */
async function wordsOf(ctx: JobCtx, { body, bodies, couponId, couponCode, isSold, ...use }: EndingPackage) {
  if (!isSold || body === null) return null
  const mayUse = couponId !== null && (await mayUseCoupon(ctx, { id: couponId }, use))
  return { text: { body, bodies }, coupon: mayUse ? couponCode : null }
}

const trafficOf = (found: UsedTraffic) => ({ ...userOf(found), percent: found.percent, leftBytes: found.leftBytes })
