import type { TxCtx } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import {
  endWaiting,
  noticeSubject,
  releaseNotice,
  lockWaiting,
  type NoticeName,
} from '../../notices/waiting-notices.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import { findAudience } from './queries.ts'
import { audienceOf } from './show-notice.ts'

/** Sends the notice to the users that its rule matches now. False when it already went out or was withdrawn. */
export async function sendWaiting(ctx: Pick<TxCtx, 'db' | 'now'>, name: NoticeName): Promise<boolean> {
  const waiting = await lockWaiting(ctx.db, name)
  if (!waiting) return false
  const audience = audienceOf(waiting)
  const { resellerId } = name
  const to = audience.kind === 'all' ? null : await findAudience(ctx.db, { resellerId, now: ctx.now, audience })
  await releaseNotice(ctx, name, to)
  return true
}

/** Nothing will send the notice any more, so it must not look as if it still waited for its time. */
export async function stopNotice(ctx: Pick<TxCtx, 'db' | 'now'>, name: NoticeName, actor: AuditActor): Promise<void> {
  if (!(await lockWaiting(ctx.db, name))) return
  await endWaiting(ctx, name)
  const { resellerId, noticeId } = name
  await writeAudit(ctx.db, { resellerId, actor, action: 'notice.stopped', subject: noticeSubject(noticeId) }, ctx.now)
}

/**
 * Job of a scheduled notice. If the reseller is suspended at that time, the notice does not go out and stays stopped.
 */
export async function sendNoticeJob(ctx: JobCtx, name: NoticeName): Promise<void> {
  const { resellerId } = name
  if ((await getSellingTerms(ctx, resellerId)).suspendedAt) return
  await inTransaction(ctx.db, async (db) => {
    if (!(await sendWaiting({ ...ctx, db }, name))) return
    const entry = { resellerId, actor: 'job', action: 'notice.sent', subject: noticeSubject(name.noticeId) }
    await writeAudit(db, entry, ctx.now)
  })
}
