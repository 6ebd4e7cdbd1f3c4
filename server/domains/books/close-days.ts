import { inTx } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { monthOf, sumMonth } from './load-statement.ts'
import { storePlatformStatements } from './platform-statement.ts'
import { claimDay, findUnstored, insertDay, insertStatement, loadNextDay } from './statement-queries.ts'

const STORED_AT_ONCE = 500

/**
 * The hourly job: sums up days that ended an hour ago, then stores the statements of months closed by them, for
 * resellers and for the platform.
 */
export async function closeDays(ctx: JobCtx): Promise<void> {
  const timeZone = ctx.config.businessTz
  for (;;) {
    const day = await loadNextDay(ctx.db, ctx.now, timeZone)
    if (day === null) break
    const isMine = await inTx(ctx, async (tx) => {
      const isClaimed = await claimDay(tx.db, day, ctx.now, timeZone)
      if (isClaimed) await insertDay(tx.db, day, timeZone)
      return isClaimed
    })
    // Another process closes this day and goes on from there.
    if (!isMine) return
  }
  await storeStatements(ctx)
  await storePlatformStatements(ctx)
}

async function storeStatements(ctx: JobCtx): Promise<void> {
  for (let count = STORED_AT_ONCE; count === STORED_AT_ONCE;) {
    const due = await findUnstored(ctx.db, STORED_AT_ONCE)
    count = due.length
    for (const { resellerId, month: first } of due) {
      const [year = 0, month = 0] = first.split('-').map(Number)
      const sums = await sumMonth(ctx, resellerId, monthOf({ year, month }, ctx.config.businessTz))
      await insertStatement(ctx.db, { resellerId, month: first }, { ...sums, isFinal: true }, ctx.now)
    }
  }
}
