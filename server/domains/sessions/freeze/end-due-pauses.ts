import { limits } from '../../../../contract/limits.ts'
import { inTx } from '../../../platform/context.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { findPausedBefore, type DuePause } from './queries.ts'
import { endPauseOf } from './resume-service.ts'

/** The job that ends pauses after their longest time and tells their owners. */
export async function endDuePauses(ctx: JobCtx): Promise<void> {
  const due = await findPausedBefore(ctx.db, new Date(ctx.now.getTime() - limits.pauseMaxMs))
  for (const pause of due) {
    // An account that cannot be resumed must not keep the later ones paused.
    await endOne(ctx, pause).catch((err: unknown) =>
      ctx.log.error({ err, accountId: pause.accountId }, 'pause not ended'),
    )
  }
}

function endOne(ctx: JobCtx, { resellerId, accountId, verifiedEmail, language }: DuePause): Promise<void> {
  return inTx(ctx, async (tx) => {
    const ended = await endPauseOf(tx, { resellerId, accountId }, limits.pauseMaxMs, 'job')
    if (!ended || !verifiedEmail) return
    const params = { at: ctx.now.toISOString() }
    await queueMail(tx, { resellerId, accountId, to: verifiedEmail, template: 'pause_ended', language, params })
  })
}
