import { limits } from '../../../../contract/limits.ts'
import { accountSubject, writeAudit } from '../../../platform/audit.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db.ts'
import { fail } from '../../../platform/errors.ts'
import { settleLinesLater } from '../../packages/settle-lines-later.ts'
import { endPause, loadFreeze, markResumed, spendBank, type Owner } from './queries.ts'

/** Starts the clock again, at the earliest 24 hours after the pause began. */
export function resumeService(ctx: Ctx<'user'>): Promise<void> {
  const owner = { resellerId: ctx.resellerId, accountId: ctx.actor.accountId }
  return inTx(ctx, async (tx) => {
    if (await endPauseOf(tx, owner, limits.pauseMinMs, accountSubject(owner.accountId))) return
    const { pausedAt } = (await loadFreeze(tx.db, owner)) ?? fail('object.unknown')
    if (!pausedAt) fail('freeze.wrong_state')
    fail('freeze.too_early', { data: { until: new Date(pausedAt.getTime() + limits.pauseMinMs).toISOString() } })
  })
}

/** Ends a pause that has lasted long enough; false when there is none. */
export async function endPauseOf(
  tx: Pick<Ctx, 'now'> & { db: Tx },
  owner: Owner,
  lastedMs: number,
  actor: string,
): Promise<boolean> {
  if (!(await markResumed(tx.db, owner, new Date(tx.now.getTime() - lastedMs)))) return false
  await spendBank(tx.db, owner, tx.now)
  await endPause(tx.db, owner, tx.now)
  await settleLinesLater(tx, owner)
  const subject = accountSubject(owner.accountId)
  await writeAudit(tx.db, { resellerId: owner.resellerId, actor, action: 'service.resumed', subject }, tx.now)
  return true
}
