import { inTransaction } from '../../../platform/db/db.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { dayOf, daysUntil } from '../../../platform/text/business-day.ts'
import { emit } from '../../events/emit.ts'
import { hasRungSince } from '../../staff/bell/ring.ts'
import { findLowBalances } from './low-queries.ts'
import { sumDays } from './sum-days.ts'

/** As the overview judges: by the pace of the last 30 whole days the balance is used up within a week, or money is owed. */
const PACE_DAYS = 30
const LOW_DAYS = 7
const AGAIN_MS = 7 * 86_400_000

/** Runs hourly. */
export async function sumAndWarn(ctx: JobCtx): Promise<void> {
  await sumDays(ctx)
  await ringLowBalances(ctx)
}

/** Rings where the balance is low, at most once a week per reseller. */
export async function ringLowBalances(ctx: Pick<JobCtx, 'db' | 'now' | 'config'>): Promise<void> {
  const days = daysUntil(dayOf(ctx.now, ctx.config.businessTz), PACE_DAYS + 1).slice(0, -1)
  const low = await findLowBalances(ctx.db, { days, lowDays: LOW_DAYS })
  for (const { resellerId, balanceFen, lastsDays } of low) {
    if (await hasRungSince(ctx, resellerId, 'balance', AGAIN_MS)) continue
    const about = { resellerId, day: days.at(-1)!, balanceFen, lastsDays }
    await inTransaction(ctx.db, async (db) => emit({ db, now: ctx.now }, 'balance.low', about))
  }
}
