import { inTx, type Ctx } from '../../../platform/context.ts'
import { applyChanges } from '../align-lines.ts'
import { activateLines, lockFailedLines } from './queries.ts'

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
