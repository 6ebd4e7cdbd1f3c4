import { limits } from '../../../contract/limits.ts'
import type { Line } from '../../../contract/lines.ts'
import { type Ctx, type Owner, inTx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { takeOne } from '../../platform/limits/limits.ts'
import { bumpRevision } from '../nodes/bump-revision.ts'
import { lockSubscription } from '../subscriptions/subscription-store.ts'
import { serviceState, type Subscription } from '../subscriptions/subscription.ts'
import { applyChanges, alignLines } from './align-lines.ts'
import { lockLines, type OwnLine, lockServices } from './align-queries.ts'
import { makeSealedCredential } from './credential.ts'
import { isWaiting } from './line-states.ts'
import { placeLine, toRemoved } from './place-line.ts'
import { saveCredential, saveLeaving, lockNodes } from './queries.ts'
import { getShownLine } from './shown-line.ts'

/** For actions that need a running package. Locks the account's lines until the transaction ends. */
export async function openService(ctx: Pick<Ctx, 'now'> & { db: Tx }, owner: Owner): Promise<Subscription> {
  const subscription = await lockSubscription(ctx, owner)
  const state = serviceState(subscription, ctx.now)
  if (state === 'paused') fail('account.paused')
  if (state !== 'active') fail('line.no_package')
  return subscription
}

/** Each placement leaves a row for a while, so limit how often a user installs and removes. */
const PLACEMENTS = { name: 'line_place', points: limits.linePlacements, windowMs: limits.lineWindowMs }

/** Installs a line; tries again on a node where the user's line failed. */
export async function installLine(ctx: Ctx<'user'>, { nodeId }: { nodeId: number }): Promise<Line> {
  const { owner } = ctx
  await takeOne(ctx, PLACEMENTS, `${owner.resellerId}:${owner.accountId}`)
  return inTx(ctx, async (tx) => {
    const { lineLimit } = await openService(tx, owner)
    const lines = await lockLines(tx.db, [owner])
    return getShownLine(tx, owner, await placeLine(tx, owner, { nodeId, lineLimit, lines, leaving: null }))
  })
}

/** The clocks of two servers and of the database may differ by as much. */
const CLOCKS_MS = 1_000

type Move = { lineId: string; nodeId: number }

/**
 * Begins a line elsewhere, so that traffic never changes its node. The old one runs on for a moment, in which the move
 * can be taken back. A failure changes nothing.
 */
export async function moveLine(ctx: Ctx<'user'>, { lineId, nodeId }: Move): Promise<Line> {
  const { owner } = ctx
  await takeOne(ctx, PLACEMENTS, `${owner.resellerId}:${owner.accountId}`)
  return inTx(ctx, async (tx) => {
    const { lineLimit } = await openService(tx, owner)
    const lines = await lockLines(tx.db, [owner])
    const leaving = findOwn(lines, lineId)
    if (isWaiting(leaving.state)) fail('line.wrong_state')
    const leavesAt = new Date(ctx.now.getTime() + limits.lineUndoMs)
    const newId = await placeLine(tx, owner, { nodeId, lineLimit, lines, leaving, leavesAt })
    await endLater(tx.db, owner, leavesAt)
    return getShownLine(tx, owner, newId)
  })
}

/** The lines are judged again when the old one is due. */
export function endLater(db: Tx, { resellerId, accountId }: Owner, leavesAt: Date): Promise<void> {
  const runAt = new Date(leavesAt.getTime() + CLOCKS_MS)
  return addJob(db, 'lines.settle', { resellerId, accountId }, { runAt })
}

/** Removes the new line; the old one stays as it was, since its node never lost it. */
export async function undoMove(ctx: Ctx<'user'>, { lineId }: { lineId: string }): Promise<Line> {
  const { owner } = ctx
  return inTx(ctx, async (tx) => {
    await openService(tx, owner)
    const lines = await lockLines(tx.db, [owner])
    const moved = findOwn(lines, lineId)
    const old = lines.find(({ id, leavesAt }) => id === moved.movedFrom && leavesAt !== null && leavesAt > ctx.now)
    if (!old) fail('line.undo_over')
    await lockNodes(
      tx.db,
      lines.map(({ nodeId }) => nodeId),
    )
    await saveLeaving(tx.db, old.id, null)
    await applyChanges(tx, [toRemoved(moved)])
    await alignLines(tx, owner)
    return getShownLine(tx, owner, old.id)
  })
}

/** A line that its user has moved away from is no longer theirs to change. */
function findOwn(lines: readonly OwnLine[], lineId: string): OwnLine {
  const isThis = ({ id, leavesAt }: OwnLine) => id === lineId.toLowerCase() && leavesAt === null
  return lines.find(isThis) ?? fail('object.unknown')
}

const ROTATIONS = { name: 'line_rotate', points: limits.lineRotations, windowMs: limits.lineWindowMs }

/** Locks out holders of the old credential as soon as the node is notified. */
export async function rotateLine(ctx: Ctx<'user'>, { lineId }: { lineId: string }): Promise<Line> {
  const { owner } = ctx
  await takeOne(ctx, ROTATIONS, `${owner.resellerId}:${owner.accountId}`)
  return inTx(ctx, async (tx) => {
    await openService(tx, owner)
    const lines = await lockLines(tx.db, [owner])
    const line = findOwn(lines, lineId)
    if (!canRotate(line)) fail('line.wrong_state')
    const sealed = makeSealedCredential(ctx.config, owner)
    await saveCredential(tx.db, line.id, sealed, await bumpRevision(tx.db, line.nodeId))
    return getShownLine(tx, owner, line.id)
  })
}

function canRotate({ state, isNodeGone }: OwnLine): boolean {
  return (state === 'active' || state === 'suspended') && !isNodeGone
}

/** Always allowed. A line waiting under the package's limit may take the free place. */
export async function uninstallLine(ctx: Ctx<'user'>, { lineId }: { lineId: string }): Promise<void> {
  const { owner } = ctx
  await inTx(ctx, async (tx) => {
    await lockServices(tx.db, [owner])
    const lines = await lockLines(tx.db, [owner])
    const line = findOwn(lines, lineId)
    await lockNodes(
      tx.db,
      lines.map(({ nodeId }) => nodeId),
    )
    await applyChanges(tx, [toRemoved(line)])
    await alignLines(tx, owner)
  })
}
