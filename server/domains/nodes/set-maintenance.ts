import { writeAudit, type AuditActor } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { getNodeLocked } from './load-node.ts'
import { nodeSubject } from './node-subject.ts'
import { updateMaintenance } from './queries.ts'

/** Its lines go on; it is left out of subscriptions and takes no new ones. False when it stood that way already. */
export function setMaintenance(
  ctx: Pick<Ctx, 'db' | 'now'>,
  nodeId: number,
  on: boolean,
  actor: AuditActor,
): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    const node = await getNodeLocked(tx, nodeId)
    const isChanged = node.inMaintenance !== on
    if (isChanged) await updateMaintenance(tx.db, nodeId, on)
    const action = `node.maintenance_${on ? 'on' : 'off'}`
    const entry = { resellerId: node.resellerId, actor, action, subject: nodeSubject(nodeId) }
    await writeAudit(tx.db, { ...entry, detail: { isChanged } }, ctx.now)
    return isChanged
  })
}
