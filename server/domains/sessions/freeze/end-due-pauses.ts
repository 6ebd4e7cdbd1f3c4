import { limits } from '../../../../contract/limits.ts'
import { inTx, type Owner } from '../../../platform/context.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import { emit, userOf } from '../../events/emit.ts'
import { findPausedBefore } from './queries.ts'
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

function endOne(ctx: JobCtx, owner: Owner): Promise<void> {
  return inTx(ctx, async (tx) => {
    if (await endPauseOf(tx, owner, limits.pauseMaxMs, 'job')) await emit(tx, 'pause.ended', userOf(owner))
  })
}
