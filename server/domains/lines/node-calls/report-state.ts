import type { Static } from 'typebox'

import type { nodeApi, NodeStateReport } from '../../../../contract/node-api.ts'
import { type Ctx, inTx } from '../../../platform/context.ts'
import { findOffer } from '../../nodes/agents/releases.ts'
import { addBlocked } from '../../nodes/blocked-tries.ts'
import { takeCertificate } from '../../nodes/own-certificate.ts'
import { saveNodeState } from '../../nodes/save-state.ts'
import { applyChanges } from '../align-lines.ts'
import { noteAddresses } from './note-addresses.ts'
import { loadLastSeq, loadRevision, activateLines, lockFailedLines } from './queries.ts'

/** A node's whole report. */
export async function takeReport(
  ctx: Pick<Ctx<'node'>, 'db' | 'now' | 'actor' | 'config'>,
  report: NodeStateReport,
): Promise<Static<typeof nodeApi.state.output>> {
  const answer = await reportState(ctx, report)
  if (report.blocked) await addBlocked(ctx, ctx.actor.nodeId, report.blocked)
  if (report.certSha256) await takeCertificate(ctx, ctx.actor.nodeId, report.certSha256)
  return answer
}

/** Stores what a node has applied, how it is and who is connected. */
export async function reportState(
  ctx: Pick<Ctx<'node'>, 'db' | 'now' | 'actor'>,
  { failed, addresses, ...report }: NodeStateReport,
): Promise<Static<typeof nodeApi.state.output>> {
  const { nodeId } = ctx.actor
  // A revision above the node's own dates from before a restored backup and tells nothing about the present.
  const isKnown = report.appliedRevision <= (await loadRevision(ctx.db, nodeId))
  const appliedRevision = isKnown ? report.appliedRevision : 0
  const over = await noteAddresses(ctx, nodeId, addresses)
  const onlineUsers = addresses.filter((line) => line.addresses.length > 0).length
  await saveNodeState(ctx.db, nodeId, { ...report, appliedRevision, onlineUsers }, ctx.now)
  if (report.engine === 'running') await markApplied(ctx, nodeId, { appliedRevision, failed })
  const offer = await findOffer(ctx, nodeId, report.agentVersion)
  return { over, lastSeq: await loadLastSeq(ctx.db, nodeId, report.boot), ...offer }
}

/**
 * Activates lines that a node has applied. Lines it could not apply fail and are removed from it. True: a line was busy
 * and is left for the next report.
 */
export function markApplied(
  ctx: Pick<Ctx, 'db' | 'now'>,
  nodeId: number,
  { appliedRevision, failed = [] }: { appliedRevision: number; failed?: readonly number[] },
): Promise<boolean> {
  return inTx(ctx, async (tx) => {
    if (failed.length > 0) {
      const lines = await lockFailedLines(tx.db, nodeId, appliedRevision, failed)
      await applyChanges(
        tx,
        lines.map((line) => ({ ...line, state: 'failed', reason: null })),
      )
    }
    return activateLines(tx.db, nodeId, appliedRevision, ctx.now)
  })
}
