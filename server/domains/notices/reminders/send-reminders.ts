import { formatBytes } from '../../../../contract/bytes.ts'
import { inTx, type Owner } from '../../../platform/context.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { findEnding, findUsedTraffic, REMINDED_AT_ONCE, type EndingPackage, type UsedTraffic } from './queries.ts'
import { isDaytime, remind } from './remind.ts'

/** The job that reminds of an end without renewal and of used traffic. */
export async function sendReminders(ctx: JobCtx): Promise<void> {
  if (!isDaytime(ctx)) return
  await sendAll(ctx, () => findEnding(ctx.db, ctx.now, ctx.config.businessTz), tellEnd)
  await sendAll(ctx, () => findUsedTraffic(ctx.db, ctx.now), tellTraffic)
}

type Tell<R> = (ctx: JobCtx, found: R) => Promise<void>

/** Each in its own transaction. Stops when a round brings nothing new, or one that always fails would be tried forever. */
async function sendAll<R extends Owner & { mark: string }>(
  ctx: JobCtx,
  find: () => Promise<R[]>,
  tell: Tell<R>,
): Promise<void> {
  const failed = new Set<string>()
  for (;;) {
    const found = await find()
    const fresh = found.filter((row) => !failed.has(nameOf(row)))
    for (const row of fresh) {
      const { resellerId, accountId } = row
      await tell(ctx, row).catch((err: unknown) => {
        failed.add(nameOf(row))
        ctx.log.error({ err, resellerId, accountId }, 'not reminded')
      })
    }
    if (found.length < REMINDED_AT_ONCE || fresh.length === 0) return
  }
}

const nameOf = ({ resellerId, accountId, mark }: Owner & { mark: string }) => `${resellerId} ${accountId} ${mark}`

function tellEnd(ctx: JobCtx, found: EndingPackage): Promise<void> {
  const { resellerId, accountId, mark, packageName, packageNames, expiresAt, language, days } = found
  const name = inLanguage(packageName, packageNames, language)
  const params = { package: name, days: String(days), until: expiresAt.toISOString() }
  return inTx(ctx, (tx) =>
    remind(tx, { resellerId, accountId }, { kind: 'ends', mark, template: 'package_ends', params }),
  )
}

function tellTraffic(ctx: JobCtx, { resellerId, accountId, mark, percent, leftBytes }: UsedTraffic): Promise<void> {
  const params = { percent: String(percent), left: formatBytes(leftBytes) }
  return inTx(ctx, (tx) =>
    remind(tx, { resellerId, accountId }, { kind: 'traffic', mark, template: 'traffic_used', params }),
  )
}
