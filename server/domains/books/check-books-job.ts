import { withSlowDb } from '../../platform/db/slow-db.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { checkFromMark, checkWhole, type Checked } from './check-from-mark.ts'

const KEPT_PROBLEMS = 5
/** The whole check reads everything that was ever posted. */
const WHOLE_MS = 600_000

/** Checks the whole ledger and stores the result; the watch raises the alert. */
export function checkBooksJob(ctx: JobCtx): Promise<void> {
  return keep(ctx, () => withSlowDb(ctx.db, WHOLE_MS, checkWhole))
}

/** Checks only what was posted since the last clean check. */
export function checkNewBooksJob(ctx: JobCtx): Promise<void> {
  return keep(ctx, () => withSlowDb(ctx.db, WHOLE_MS, checkFromMark))
}

async function keep(ctx: JobCtx, look: () => Promise<Checked>): Promise<void> {
  const startedAt = performance.now()
  const { problems, transactions } = await look()
  const check = {
    checkedAt: ctx.now,
    problems: problems.length,
    firstProblems: problems.slice(0, KEPT_PROBLEMS),
    transactions,
    tookMs: Math.round(performance.now() - startedAt),
  }
  await ctx.db.kysely.insertInto('bookChecks').values(check).execute()
  if (problems.length > 0) ctx.log.error({ problems: problems.slice(0, KEPT_PROBLEMS) }, 'the books are not clean')
}
