import { inTx, type Ctx, type TxCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { AuditActor } from '../../audit/audit.ts'
import { setResellerGroups } from '../../nodes/node-groups.ts'
import { countOutside } from '../count-outside.ts'
import { loadPlace } from '../queries.ts'
import { planMove, startMove } from './start-move.ts'

type Groups = { resellerId: number; groupIds: readonly number[] }
type GroupCtx = Pick<Ctx, 'db' | 'now'>

/**
 * Sets the groups that a reseller sells. Its lines outside keep running, or start to move to a node inside; other
 * resellers' lines never move. Returns how many lines move.
 */
export function giveGroups(
  ctx: GroupCtx,
  { toNodeId, ...groups }: Groups & { toNodeId: number | null },
  actor: AuditActor,
): Promise<number> {
  return inTx(ctx, async (tx) => {
    await setResellerGroups(tx, groups.resellerId, groups.groupIds, actor)
    return toNodeId === null ? 0 : moveOutside(tx, groups, toNodeId, actor)
  })
}

type MoveCtx = Pick<TxCtx, 'db' | 'now'>

async function moveOutside(
  tx: MoveCtx,
  { resellerId, groupIds }: Groups,
  toNodeId: number,
  actor: AuditActor,
): Promise<number> {
  if (!(await loadPlace(tx.db, resellerId, toNodeId))) fail('object.unknown')
  let lines = 0
  for (const { nodeId } of await countOutside(tx, resellerId, groupIds)) {
    const move = { fromNodeId: nodeId, toNodeId, onlyResellerId: resellerId }
    // A user who already has a line on the target node stays.
    if ((await planMove(tx, move)).lines > 0) lines += await startMove(tx, move, actor)
  }
  return lines
}
