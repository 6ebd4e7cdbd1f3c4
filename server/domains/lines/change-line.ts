import { limits } from '../../../contract/limits.ts'
import type { Line } from '../../../contract/lines.ts'
import { type Ctx, type Owner, inTx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { takeOne } from '../../platform/limits/limits.ts'
import { bumpRevision } from '../nodes/bump-revision.ts'
import { lockSubscription } from '../packages/subscription-store.ts'
import { serviceState, type Subscription } from '../packages/subscription.ts'
import { applyChanges, alignLines } from './align-lines.ts'
import { lockLines, type OwnLine, lockServices } from './align-queries.ts'
import { makeSealedCredential } from './credential.ts'
import { isWaiting } from './line-states.ts'
import { placeLine, toRemoved } from './place-line.ts'
import { saveCredential, lockNodes } from './queries.ts'
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

type Move = { lineId: string; nodeId: number }

/** Ends the line and begins one elsewhere, so that traffic never changes its node. A failure changes nothing. */
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

const ROTATIONS = { name: 'line_rotate', points: limits.lineRotations, windowMs: limits.lineWindowMs }

/** Locks out holders of the old credential as soon as the node is notified. */
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

/** Always allowed. A line waiting under the package's limit may take the free place. */
export async function uninstallLine(ctx: Ctx<'user'>, { lineId }: { lineId: string }): Promise<object> {
  const { owner } = ctx
  await inTx(ctx, async (tx) => {
    await lockServices(tx.db, [owner])
    const lines = await lockLines(tx.db, [owner])
    const line = lines.find(({ id }) => id === lineId.toLowerCase()) ?? fail('object.unknown')
    await lockNodes(
      tx.db,
      lines.map(({ nodeId }) => nodeId),
    )
    await applyChanges(tx, [toRemoved(line)])
    await alignLines(tx, owner)
  })
  return {}
}
