import type { Static } from 'typebox'

import type { nodeApi, NodeStateReport } from '../../../../contract/node-api.ts'
import { type Ctx, inTx } from '../../../platform/context.ts'
import { saveNodeState } from '../../nodes/save-state.ts'
import { applyChanges } from '../align-lines.ts'
import { noteAddresses } from './note-addresses.ts'
import { loadLastSeq, loadRevision, activateLines, lockFailedLines } from './queries.ts'

/** A node's word about itself: what it has taken up and who is connected. */
export async function reportState(
  ctx: Pick<Ctx<'node'>, 'db' | 'now' | 'actor'>,
  { failed, addresses, ...report }: NodeStateReport,
): Promise<Static<typeof nodeApi.state.output>> {
  const { nodeId } = ctx.actor
  // A higher number than there is: it is from before a backup was restored, and says nothing about what is there now.
  const isKnown = report.appliedRevision <= (await loadRevision(ctx.db, nodeId))
  const appliedRevision = isKnown ? report.appliedRevision : 0
  const over = await noteAddresses(ctx, nodeId, addresses)
  const onlineUsers = addresses.filter((line) => line.addresses.length > 0).length
  await saveNodeState(ctx.db, nodeId, { ...report, appliedRevision, onlineUsers }, ctx.now)
  if (report.engine === 'running') await markApplied(ctx, nodeId, { appliedRevision, failed })
  return { over, lastSeq: await loadLastSeq(ctx.db, nodeId, report.boot) }
}

/** What a node has taken up works now; what it could not take up has failed, and is taken off it again. */
export function markApplied(
  ctx: Pick<Ctx, 'db' | 'now'>,
  nodeId: number,
  { appliedRevision, failed = [] }: { appliedRevision: number; failed?: readonly number[] },
): Promise<void> {
  return inTx(ctx, async (tx) => {
    if (failed.length > 0) {
      const lines = await lockFailedLines(tx.db, nodeId, appliedRevision, failed)
      await applyChanges(
        tx,
        lines.map((line) => ({ ...line, state: 'failed', reason: null })),
      )
    }
    await activateLines(tx.db, nodeId, appliedRevision, ctx.now)
  })
}
