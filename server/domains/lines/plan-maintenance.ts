import { inTx, type Ctx } from '../../platform/context.ts'
import type { AuditActor } from '../audit/audit.ts'
import { getNodeLocked } from '../nodes/load-node.ts'
import { planWindow, type WindowPlan } from '../nodes/windows.ts'
import { ringNode } from './ring-node.ts'

/** Plans maintenance of a node and tells the teams whose users it meets. */
export function planMaintenance(ctx: Pick<Ctx, 'db' | 'now'>, plan: WindowPlan, actor: AuditActor): Promise<void> {
  return inTx(ctx, async (tx) => {
    await planWindow(tx, plan, actor)
    const startsAt = plan.startsAt.toISOString()
    await ringNode(tx, await getNodeLocked(tx, plan.nodeId), 'planned', { startsAt })
  })
}
