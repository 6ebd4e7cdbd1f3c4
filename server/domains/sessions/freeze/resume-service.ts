import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx, type Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { markResumed, markUndone } from '../../accounts/account-marks.ts'
import { refuseBlocked } from '../../accounts/refuse-blocked.ts'
import { accountSubject, writeAudit, type AuditActor } from '../../audit/audit.ts'
import { restoreEnd, spendBank } from '../../subscriptions/bank-time.ts'
import { alignLinesLater } from '../../subscriptions/subscription-store.ts'
import { endPause, loadFreeze, undoOpenPause } from './queries.ts'

/**
 * Restarts the service, at the earliest 24 hours after the pause began; in the first minutes undoes the pause instead.
 */
export function resumeService(ctx: Ctx<'user'>): Promise<void> {
  return resumeFor(ctx, ctx.owner, accountSubject(ctx.owner.accountId))
}

/** The same for staff who do it for a user. */
export function resumeFor(ctx: Pick<Ctx, 'db' | 'now'>, owner: Owner, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    await refuseBlocked(tx, owner)
    if (await endPauseOf(tx, owner, limits.pauseMinMs, actor)) return
    if (await undoPause(tx, owner, actor)) return
    const { pausedAt } = (await loadFreeze(tx.db, owner)) ?? fail('object.unknown')
    if (!pausedAt) fail('freeze.wrong_state')
    fail('freeze.too_early', { data: { until: new Date(pausedAt.getTime() + limits.pauseMinMs).toISOString() } })
  })
}

/**
 * As if the pause had never happened: the time ran on, and it counts for no limit. So pausing and undoing all day gains
 * not a minute.
 */
async function undoPause(tx: Pick<Ctx, 'now'> & { db: Tx }, owner: Owner, actor: AuditActor): Promise<boolean> {
  if (!(await markUndone(tx.db, owner, new Date(tx.now.getTime() - limits.pauseUndoMs)))) return false
  const undone = await undoOpenPause(tx.db, owner, tx.now)
  if (undone) await restoreEnd(tx.db, owner, undone)
  await alignLinesLater(tx, owner)
  const subject = accountSubject(owner.accountId)
  const entry = { resellerId: owner.resellerId, actor, action: 'service.pause_undone', subject }
  await writeAudit(tx.db, entry, tx.now)
  return true
}

/** Ends a pause that has lasted long enough; false when there is none. */
export async function endPauseOf(
  tx: Pick<Ctx, 'now'> & { db: Tx },
  owner: Owner,
  lastedMs: number,
  actor: AuditActor,
): Promise<boolean> {
  if (!(await markResumed(tx.db, owner, new Date(tx.now.getTime() - lastedMs)))) return false
  const pausedAt = (await endPause(tx.db, owner, tx.now)) ?? tx.now
  await spendBank(tx.db, owner, { pausedAt, now: tx.now })
  await alignLinesLater(tx, owner)
  const subject = accountSubject(owner.accountId)
  await writeAudit(tx.db, { resellerId: owner.resellerId, actor, action: 'service.resumed', subject }, tx.now)
  return true
}
