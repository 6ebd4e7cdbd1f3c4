import type { Line } from '../../../contract/lines.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { takeOne } from '../../platform/limits.ts'
import { PLACEMENTS } from './install-line.ts'
import { isWaiting } from './line-states.ts'
import { openService } from './open-service.ts'
import { placeLine } from './place-line.ts'
import { lockLines } from './align-queries.ts'
import { getShownLine } from './shown-line.ts'

type Move = { lineId: string; nodeId: number }

/** Ends the line and begins one elsewhere, so that traffic never changes its node. Nothing happens where that fails. */
export async function moveLine(ctx: Ctx<'user'>, { lineId, nodeId }: Move): Promise<Line> {
  const { owner } = ctx
  await takeOne(ctx, PLACEMENTS, `${owner.resellerId}:${owner.accountId}`)
  return inTx(ctx, async (tx) => {
    const { lineLimit } = await openService(tx, owner)
    const lines = await lockLines(tx.db, [owner])
    const leaving = lines.find(({ id }) => id === lineId.toLowerCase()) ?? fail('object.unknown')
    if (isWaiting(leaving.state)) fail('line.wrong_state')
    return getShownLine(tx, owner, await placeLine(tx, owner, { nodeId, lineLimit, lines, leaving }))
  })
}
