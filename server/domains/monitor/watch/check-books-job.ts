import type { JobCtx } from '../../../platform/jobs.ts'
import { withSlowDb } from '../../../platform/slow-db.ts'
import { checkFromMark, checkWhole, type Checked } from '../../ledger/check-from-mark.ts'
import { insertBookCheck } from '../figures/platform-queries.ts'

const KEPT_PROBLEMS = 5
/** A statement of the whole check reads everything that was ever posted. */
const WHOLE_MS = 600_000

/** Looks at the whole ledger and keeps the result; the watch raises the alarm over it. */
export function checkBooksJob(ctx: JobCtx): Promise<void> {
  return keep(ctx, () => withSlowDb(ctx.db, WHOLE_MS, checkWhole))
}

/** The same for what came since the last clean look. */
export function checkNewBooksJob(ctx: JobCtx): Promise<void> {
  return keep(ctx, () => withSlowDb(ctx.db, WHOLE_MS, checkFromMark))
}

async function keep(ctx: JobCtx, check: () => Promise<Checked>): Promise<void> {
  const startedAt = performance.now()
  const { problems, transactions } = await check()
  await insertBookCheck(ctx.db, {
    checkedAt: ctx.now,
    problems: problems.length,
    firstProblems: problems.slice(0, KEPT_PROBLEMS),
    transactions,
    tookMs: Math.round(performance.now() - startedAt),
  })
  if (problems.length > 0) ctx.log.error({ problems: problems.slice(0, KEPT_PROBLEMS) }, 'the books are not clean')
}
