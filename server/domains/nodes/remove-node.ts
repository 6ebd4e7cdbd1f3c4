import { writeAudit } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { addJob } from '../../platform/jobs.ts'
import { bumpRevision } from './bump-revision.ts'
import { getNodeLocked } from './load-node.ts'
import { nodeSubject } from './node-subject.ts'
import { markNodeRemoved } from './queries.ts'

/** For good. Its agent is told at once to let nobody in; its lines are suspended and their owners told by a job. */
export function removeNode(ctx: Pick<Ctx, 'db' | 'now'>, nodeId: number, actor: string): Promise<void> {
  return inTx(ctx, async (tx) => {
    const node = await getNodeLocked(tx, nodeId)
    await markNodeRemoved(tx.db, nodeId, ctx.now)
    await bumpRevision(tx.db, nodeId)
    await addJob(tx.db, 'lines.settle_node', { nodeId })
    const entry = { resellerId: node.resellerId, actor, action: 'node.removed', subject: nodeSubject(nodeId) }
    await writeAudit(tx.db, { ...entry, detail: { name: node.name } }, ctx.now)
  })
}
