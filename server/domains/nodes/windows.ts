import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { actorName, writeAudit, type AuditActor } from '../audit/audit.ts'
import { getNodeLocked } from './load-node.ts'
import { nodeSubject } from './node-subject.ts'
import { setMaintenance } from './set-maintenance.ts'
import { claimBegin, claimEnd, findDueWindows, insertWindow, lockWindow, markCancelled } from './window-queries.ts'

export { findWindows, type WindowRow } from './window-queries.ts'

const MONTH_MS = 31 * 86_400_000
export type WindowPlan = { nodeId: number; startsAt: Date; endsAt: Date; note: string }

/** Users see the window from now on; the node goes out of service and comes back by itself. */
export function planWindow(ctx: Pick<Ctx, 'db' | 'now'>, plan: WindowPlan, actor: AuditActor): Promise<void> {
  const { nodeId, startsAt, endsAt } = plan
  if (endsAt <= startsAt || endsAt <= ctx.now || endsAt.getTime() - startsAt.getTime() > MONTH_MS) {
    fail('request.invalid', { fields: { endsAt: 'after the beginning and from now, within a month' } })
  }
  return inTx(ctx, async (tx) => {
    await getNodeLocked(tx, nodeId)
    await insertWindow(tx.db, { ...plan, actor: actorName(actor), createdAt: ctx.now })
    const entry = { resellerId: null, actor, action: 'node.window_planned', subject: nodeSubject(nodeId) }
    const words = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), note: plan.note.length }
    await writeAudit(tx.db, { ...entry, after: words }, ctx.now)
  })
}

/** Before its beginning the window is dropped; after it, the maintenance ends now. */
export function cancelWindow(ctx: Pick<Ctx, 'db' | 'now'>, windowId: number, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    const window = (await lockWindow(tx.db, windowId)) ?? fail('object.unknown')
    await markCancelled(tx.db, windowId, ctx.now)
    if (window.begunAt) await setMaintenance(tx, window.nodeId, false, actor)
    const entry = { resellerId: null, actor, action: 'node.window_cancelled', subject: nodeSubject(window.nodeId) }
    await writeAudit(tx.db, entry, ctx.now)
  })
}

/** Runs every minute. Each beginning and each end is claimed once, however many processes there are. */
export async function runWindows(ctx: JobCtx): Promise<void> {
  for (const { id, nodeId, begunAt } of await findDueWindows(ctx.db, ctx.now)) {
    await inTx(ctx, async (tx) => {
      const isClaimed = await (begunAt ? claimEnd : claimBegin)(tx.db, id, ctx.now)
      if (isClaimed) await setMaintenance(tx, nodeId, begunAt === null, 'job')
    })
  }
}
