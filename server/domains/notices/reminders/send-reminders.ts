import { formatBytes } from '../../../../contract/bytes.ts'
import { inTx } from '../../../platform/context.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { emit } from '../../events/emit.ts'
import { findEnding, findUsedTraffic, type EndingPackage, type UsedTraffic } from './queries.ts'
import { remindAll } from './remind-all.ts'
import { isDaytime, remind } from './remind.ts'

/** The job that reminds of an end without renewal and of used traffic. */
export async function sendReminders(ctx: JobCtx): Promise<void> {
  if (!isDaytime(ctx)) return
  await remindAll(ctx, () => findEnding(ctx.db, ctx.now, ctx.config.businessTz), tellEnd)
  await remindAll(ctx, () => findUsedTraffic(ctx.db, ctx.now), tellTraffic)
}

function tellEnd(ctx: JobCtx, found: EndingPackage): Promise<void> {
  const { resellerId, accountId, mark, packageId, packageName, packageNames, expiresAt, language, days, isSold } = found
  const name = inLanguage(packageName, packageNames, language)
  const params = {
    package: name,
    days: String(days),
    until: expiresAt.toISOString(),
    next: isSold ? 'renew' : 'choose',
  }
  return inTx(ctx, async (tx) => {
    const reminder = { kind: 'ends', mark, template: 'package_ends', params } as const
    if (!(await remind(tx, { resellerId, accountId }, reminder))) return
    emit(tx, 'package.ends_soon', { resellerId, userId: accountId, packageId, days, endsAt: params.until })
  })
}

function tellTraffic(ctx: JobCtx, { resellerId, accountId, mark, percent, leftBytes }: UsedTraffic): Promise<void> {
  const params = { percent: String(percent), left: formatBytes(leftBytes) }
  return inTx(ctx, async (tx) => {
    const reminder = { kind: 'traffic', mark, template: 'traffic_used', params } as const
    if (!(await remind(tx, { resellerId, accountId }, reminder))) return
    emit(tx, 'traffic.used', { resellerId, userId: accountId, percent, leftBytes })
  })
}
