import { limits } from '../../../contract/limits.ts'
import type { Line } from '../../../contract/lines.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { takeOne } from '../../platform/limits.ts'
import { openService } from './open-service.ts'
import { placeLine } from './place-line.ts'
import { lockLines } from './align-queries.ts'
import { getShownLine } from './shown-line.ts'

/** Every placement leaves a row for a while, so there is an end to installing and removing all day. */
export const PLACEMENTS = { name: 'line_place', points: limits.linePlacements, windowMs: limits.lineWindowMs }

/** On a node where the user's line failed, this tries anew. */
export async function installLine(ctx: Ctx<'user'>, { nodeId }: { nodeId: number }): Promise<Line> {
  const { owner } = ctx
  await takeOne(ctx, PLACEMENTS, `${owner.resellerId}:${owner.accountId}`)
  return inTx(ctx, async (tx) => {
    const { lineLimit } = await openService(tx, owner)
    const lines = await lockLines(tx.db, [owner])
    return getShownLine(tx, owner, await placeLine(tx, owner, { nodeId, lineLimit, lines, leaving: null }))
  })
}
