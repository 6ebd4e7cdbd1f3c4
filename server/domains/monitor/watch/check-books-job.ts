import type { JobCtx } from '../../../platform/jobs.ts'
import { checkBooks } from '../../ledger/check-books.ts'
import { insertBookCheck } from '../figures/platform-queries.ts'

const KEPT_PROBLEMS = 5

/** Looks at the whole ledger and keeps the result; the watch raises the alarm over it. */
export async function checkBooksJob(ctx: JobCtx): Promise<void> {
  const startedAt = performance.now()
  const { problems, transactions } = await checkBooks(ctx.db)
  await insertBookCheck(ctx.db, {
    checkedAt: ctx.now,
    problems: problems.length,
    firstProblems: problems.slice(0, KEPT_PROBLEMS),
    transactions,
    tookMs: Math.round(performance.now() - startedAt),
  })
  if (problems.length > 0) ctx.log.error({ problems: problems.slice(0, KEPT_PROBLEMS) }, 'the books are not clean')
}
