import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { dropJob, loadJob, plainError, runJobAgain } from '../../../platform/jobs/job-desk.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { loadPage } from '../../lists/list-page.ts'
import type { NoticeName } from '../../notices/waiting-notices.ts'
import { stopNotice } from '../notices/send-waiting.ts'
import { jobList, type ListedJob } from './queries.ts'

type List = (typeof consoleApi)['jobs']['list']

export async function findJobs(ctx: { db: Queryable }, input: Static<List['input']>): Promise<AnswerOf<List>> {
  const { rows, ...page } = await loadPage<ListedJob, 'runAt'>(ctx, jobList(input), input)
  const shown = rows.map(({ jobId, name, state, attempts, maxAttempts, createdAt, runAt, lockedAt, lastError }) => ({
    jobId,
    name,
    state,
    attempts,
    maxAttempts,
    createdAt,
    runAt,
    lockedAt,
    error: plainError(lastError),
  }))
  return { rows: shown, ...page }
}

type Change = { jobId: string; action: 'run_again' | 'dropped' }

/** Both actions change only a job that is not running. */
export function changeJob(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { jobId, action }: Change,
  actor: AuditActor,
): Promise<{ name: string }> {
  return inTx(ctx, async (tx) => {
    const { name, payload } = (await loadJob(tx.db, jobId)) ?? fail('object.unknown')
    const isDone = await (action === 'dropped' ? dropJob : runJobAgain)(tx.db, jobId)
    if (!isDone) fail('job.running')
    if (action === 'dropped' && name === 'office.send_notice') await stopNotice(tx, payload as NoticeName, actor)
    const entry = { resellerId: null, actor, action: `job.${action}`, subject: `job:${jobId}` }
    await writeAudit(tx.db, { ...entry, detail: { name } }, ctx.now)
    return { name }
  })
}
