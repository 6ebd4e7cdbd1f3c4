import { inTransaction } from '../../../platform/db/db.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { dayOf, dayAfter, spanOf } from '../../../platform/text/business-day.ts'
import { claimKeySums, claimMarginSums, loadLastSummed, saveDay, sumKeysAgain, sumMarginsAgain } from './day-queries.ts'

/** A transaction that began before midnight may end after it, so a day is complete only this long after its end. */
const WHOLE_AFTER_MS = 3_600_000

/** Runs hourly: sums every day that is over, in order, each in its own transaction. */
export async function sumDays(ctx: JobCtx): Promise<void> {
  const timeZone = ctx.config.businessTz
  // An earlier release summed its days without card keys.
  await inTransaction(ctx.db, async (tx) => {
    if (await claimKeySums(tx)) await sumKeysAgain(tx, timeZone, null)
    if (await claimMarginSums(tx)) await sumMarginsAgain(tx, timeZone)
  })
  const current = dayOf(new Date(ctx.now.getTime() - WHOLE_AFTER_MS), timeZone)
  const last = await loadLastSummed(ctx.db, timeZone)
  for (let day = last && dayAfter(last); day && day < current; day = dayAfter(day)) {
    const span = spanOf(day, timeZone)
    await inTransaction(ctx.db, (tx) => saveDay(tx, span))
  }
}
