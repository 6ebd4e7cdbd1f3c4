import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { daysOf } from '../range.ts'
import { buildRank, findDueRanks } from './queries.ts'

const MIN_AGE_MS = 5 * 60_000

/** The job that computes ranks. */
export async function rankUsers(ctx: JobCtx): Promise<void> {
  const timeZone = ctx.config.businessTz
  const days = {
    today: daysOf('today', ctx.now, timeZone),
    week: daysOf('week', ctx.now, timeZone),
    month: daysOf('month', ctx.now, timeZone),
  }
  for (const { resellerId, range } of await findDueRanks(ctx.db, days, ctx.now, MIN_AGE_MS)) {
    // A rank that takes too long must not block the later ones.
    await buildRank(ctx.db, resellerId, range, days[range], ctx.now).catch((err: unknown) =>
      ctx.log.error({ err, resellerId, range }, 'traffic not ranked'),
    )
  }
}
