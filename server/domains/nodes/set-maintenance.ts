import { inTx, type Ctx } from '../../platform/context.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { getNodeLocked } from './load-node.ts'
import { nodeSubject } from './node-subject.ts'
import { updateMaintenance } from './queries.ts'

/**
 * In maintenance, lines keep running, but the node is left out of feeds and takes no new lines. A job tells the teams
 * that have lines there. False when nothing changed.
 */
export function setMaintenance(
  ctx: Pick<Ctx, 'db' | 'now'>,
  nodeId: number,
  on: boolean,
  actor: AuditActor,
): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    const node = await getNodeLocked(tx, nodeId)
    const isChanged = node.inMaintenance !== on
    if (isChanged) {
      await updateMaintenance(tx.db, nodeId, on)
      await addJob(tx.db, 'lines.ring_maintenance', { nodeId, on, at: ctx.now.toISOString() })
    }
    const action = `node.maintenance_${on ? 'on' : 'off'}`
    const entry = { resellerId: node.resellerId, actor, action, subject: nodeSubject(nodeId) }
    await writeAudit(tx.db, { ...entry, detail: { isChanged } }, ctx.now)
    return isChanged
  })
}
