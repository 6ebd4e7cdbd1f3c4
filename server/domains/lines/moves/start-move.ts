import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { actorName, writeAudit, type AuditActor } from '../../audit/audit.ts'
import { loadNode } from '../../nodes/load-node.ts'
import { nodeSubject } from '../../nodes/node-subject.ts'
import { nodeState } from '../node-state.ts'
import { lockNodes } from '../queries.ts'
import { countPlaced } from './count-placed.ts'
import { countStanding, insertItems, insertMove, loadRunningFrom, type Move, type NewMove } from './queries.ts'

/** Without a reseller: all lines on the node. */
type MoveRequest = { fromNodeId: number; toNodeId: number; onlyResellerId?: number }
type Plan = { lines: number; told: number; stay: { reason: string; lines: number }[] }

/** Counts lines that can and cannot go. Refuses if the target node takes no lines, or not so many. */
export async function planMove(ctx: Pick<Ctx, 'db' | 'now'>, wish: MoveRequest): Promise<Plan> {
  const { fromNodeId, toNodeId } = wish
  if (fromNodeId === toNodeId) fail('request.invalid', { fields: { toNodeId: 'is the same node' } })
  const [from, to] = [await loadNode(ctx, fromNodeId), await loadNode(ctx, toNodeId)]
  if (!from || from.removedAt || !to || to.removedAt) return fail('object.unknown')
  if (nodeState(to, ctx.now) !== 'up') fail('node.unavailable')
  const standing = await countStanding(ctx.db, wholeMove(wish))
  const going = standing.find(({ reason }) => reason === null)
  const lines = going?.lines ?? 0
  if (to.capacity - (await countPlaced(ctx.db, toNodeId)) < lines) fail('node.full')
  const stay = standing.flatMap(({ reason, lines: count }) => (reason === null ? [] : [{ reason, lines: count }]))
  return { lines, told: going?.told ?? 0, stay }
}

/**
 * Starts moving all lines, or one reseller's, off a node. Stores the list of lines together with the job. A second
 * press finds the first move. Returns the number of lines.
 */
export function startMove(ctx: Pick<Ctx, 'db' | 'now'>, wish: MoveRequest, actor: AuditActor): Promise<number> {
  const { fromNodeId, toNodeId } = wish
  const whole = wholeMove(wish)
  return inTx(ctx, async (tx) => {
    // When two presses come at once, the second waits here and then finds the first move.
    await lockNodes(tx.db, [fromNodeId, toNodeId])
    const running = await loadRunningFrom(tx.db, fromNodeId)
    if (running && !covers(running, whole)) fail('node.moving')
    const { lines } = await planMove(tx, wish)
    if (running) return lines
    if (lines === 0) fail('node.empty')
    const id = await insertMove(tx.db, { ...whole, actor: actorName(actor) }, ctx.now)
    const count = await insertItems(tx.db, { id, ...whole }, ctx.now)
    await addJob(tx.db, 'lines.move', { moveId: id })
    const entry = {
      resellerId: whole.onlyResellerId,
      actor,
      action: 'node.move_started',
      subject: nodeSubject(fromNodeId),
    }
    await writeAudit(tx.db, { ...entry, detail: { toNodeId, lines: count } }, ctx.now)
    return count
  })
}

const wholeMove = (wish: MoveRequest): NewMove => ({ ...wish, onlyResellerId: wish.onlyResellerId ?? null })

function covers(running: Move, { toNodeId, onlyResellerId }: NewMove): boolean {
  const isForAll = running.onlyResellerId === null
  return running.toNodeId === toNodeId && (isForAll || running.onlyResellerId === onlyResellerId)
}
