import { limits } from '../../../contract/limits.ts'
import type { Line } from '../../../contract/lines.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { takeOne } from '../../platform/limits.ts'
import { bumpRevision } from '../nodes/bump-revision.ts'
import { makeSealedCredential } from './credential.ts'
import { openService } from './open-service.ts'
import { saveCredential } from './queries.ts'
import { lockLines, type OwnLine } from './align-queries.ts'
import { getShownLine } from './shown-line.ts'

const ROTATIONS = { name: 'line_rotate', points: limits.lineRotations, windowMs: limits.lineWindowMs }

/** Whoever had the old credential is out as soon as the node hears of it. */
export async function rotateLine(ctx: Ctx<'user'>, { lineId }: { lineId: string }): Promise<Line> {
  const { owner } = ctx
  await takeOne(ctx, ROTATIONS, `${owner.resellerId}:${owner.accountId}`)
  return inTx(ctx, async (tx) => {
    await openService(tx, owner)
    const lines = await lockLines(tx.db, [owner])
    const line = lines.find(({ id }) => id === lineId.toLowerCase()) ?? fail('object.unknown')
    if (!canRotate(line)) fail('line.wrong_state')
    const sealed = makeSealedCredential(ctx.config, owner)
    await saveCredential(tx.db, line.id, sealed, await bumpRevision(tx.db, line.nodeId))
    return getShownLine(tx, owner, line.id)
  })
}

function canRotate({ state, isNodeGone }: OwnLine): boolean {
  return (state === 'active' || state === 'suspended') && !isNodeGone
}
