import { inTx } from '../../platform/context.ts'
import type { JobCtx, JobPayloads } from '../../platform/jobs/jobs.ts'
import { loadNode } from '../nodes/load-node.ts'
import { ringNode } from './ring-node.ts'

/** The job that follows the switch of a node's maintenance, by hand or by plan: tells the teams with lines on it. */
export async function ringMaintenance(ctx: JobCtx, { nodeId, on, at }: JobPayloads['lines.ring_maintenance']) {
  await inTx(ctx, async (tx) => {
    const node = await loadNode(tx, nodeId)
    if (node && !node.removedAt) await ringNode({ db: tx.db, now: new Date(at) }, node, on ? 'maintenance' : 'up')
  })
}
