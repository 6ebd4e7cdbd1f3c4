import { inTx, type Ctx, type TxCtx } from '../../../platform/context.ts'
import { fail, Refusal } from '../../../platform/errors.ts'
import { addJob, type JobCtx } from '../../../platform/jobs/jobs.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { loadNode, type Node } from '../../nodes/load-node.ts'
import { nodeSubject } from '../../nodes/node-subject.ts'
import { lockLines, lockServices } from '../align-queries.ts'
import { placeLine } from '../place-line.ts'
import {
  claimItem,
  endMoveRow,
  findWaiting,
  loadOpenMove,
  loadRunningFrom,
  markItem,
  type Move,
  type Waiting,
} from './queries.ts'

/** Lines per job: the next job continues, so that other jobs get their turn in between. */
const CHUNK = 100
/** Delay before trying again while the target node is away. */
const AWAY_MS = 10_000

/**
 * Runs one piece of a move. Each line has one transaction that moves it, tells its owner and records the result. If
 * this process ends in between, the next one continues with the waiting lines.
 */
export async function runMove(ctx: JobCtx, { moveId }: { moveId: string }): Promise<void> {
  const move = await loadOpenMove(ctx.db, moveId)
  if (!move) return
  const [from, to] = [await loadNode(ctx, move.fromNodeId), await loadNode(ctx, move.toNodeId)]
  for (const item of await findWaiting(ctx.db, moveId, CHUNK)) {
    const isAway = await moveOne(ctx, { move, from: from!, to: to! }, item)
    if (isAway) return addJob(ctx.db, 'lines.move', { moveId }, { runAt: new Date(ctx.now.getTime() + AWAY_MS) })
  }
  if ((await findWaiting(ctx.db, moveId, 1)).length > 0) return addJob(ctx.db, 'lines.move', { moveId })
  await endMove(ctx, move, 'done', 'job')
}

type Nodes = { move: Move; from: Node; to: Node }

/** Returns true when the target node is unavailable: this line and all later ones wait. */
async function moveOne(ctx: JobCtx, nodes: Nodes, item: Waiting): Promise<boolean> {
  const { id: moveId } = nodes.move
  const { lineId } = item
  try {
    await inTx(ctx, async (tx) => {
      if (!(await claimItem(tx.db, moveId, lineId))) return
      const reason = await moveAndTell(tx, nodes, item)
      await markItem(tx.db, moveId, { lineId, reason, now: ctx.now })
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'node.unavailable') return true
    await markItem(ctx.db, moveId, { lineId, reason: error.code, now: ctx.now })
  }
  return false
}

/** Returns why the line was not moved; null when it was. */
async function moveAndTell(
  tx: TxCtx,
  { move, from, to }: Nodes,
  { lineId, ...owner }: Waiting,
): Promise<string | null> {
  await lockServices(tx.db, [owner])
  const lines = await lockLines(tx.db, [owner])
  // The owner has removed or moved the line meanwhile.
  const leaving = lines.find(({ id }) => id === lineId)
  if (!leaving || leaving.leavesAt !== null) return 'line.gone'
  // Do not refuse lines over the package's limit: they keep their order and stay suspended.
  await placeLine(tx, owner, { nodeId: move.toNodeId, lineLimit: lines.length, lines, leaving })
  const aside = { from: { name: from.name, names: from.names }, to: { name: to.name, names: to.names } }
  await emit(tx, 'line.moved', { ...userOf(owner), aside })
  return null
}

/** Ends the move once; repeated calls do nothing. */
export function endMove(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, fromNodeId, toNodeId, onlyResellerId }: Move,
  state: 'done' | 'stopped',
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    if (!(await endMoveRow(tx.db, id, state, tx.now))) return
    const entry = { resellerId: onlyResellerId, actor, action: `node.move_${state}`, subject: nodeSubject(fromNodeId) }
    await writeAudit(tx.db, { ...entry, detail: { toNodeId } }, tx.now)
  })
}

/** Stops the move that runs off this node. */
export async function stopMove(ctx: Pick<Ctx, 'db' | 'now'>, fromNodeId: number, actor: AuditActor): Promise<void> {
  const move = (await loadRunningFrom(ctx.db, fromNodeId)) ?? fail('object.unknown')
  await endMove(ctx, move, 'stopped', actor)
}
