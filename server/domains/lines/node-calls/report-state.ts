import type { Static } from 'typebox'

import type { nodeApi, NodeStateReport } from '../../../../contract/node-api.ts'
import type { Ctx } from '../../../platform/context.ts'
import { saveNodeState } from '../../nodes/save-state.ts'
import { markApplied } from './mark-applied.ts'
import { noteAddresses } from './note-addresses.ts'
import { loadLastSeq, loadRevision } from './queries.ts'

/** A node's word about itself: what it has taken up and who is connected. */
export async function reportState(
  ctx: Pick<Ctx<'node'>, 'db' | 'now' | 'actor'>,
  { failed, addresses, ...report }: NodeStateReport,
): Promise<Static<typeof nodeApi.state.output>> {
  const { nodeId } = ctx.actor
  // More than there is to take up: from before a backup was put back. It says nothing of what is there now.
  const isKnown = report.appliedRevision <= (await loadRevision(ctx.db, nodeId))
  const appliedRevision = isKnown ? report.appliedRevision : 0
  const over = await noteAddresses(ctx, nodeId, addresses)
  const onlineUsers = addresses.filter((line) => line.addresses.length > 0).length
  await saveNodeState(ctx.db, nodeId, { ...report, appliedRevision, onlineUsers }, ctx.now)
  if (report.engine === 'running') await markApplied(ctx, nodeId, { appliedRevision, failed })
  return { over, lastSeq: await loadLastSeq(ctx.db, nodeId, report.boot) }
}
