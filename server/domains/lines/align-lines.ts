import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { emit, userOf } from '../events/emit.ts'
import { bumpRevision } from '../nodes/bump-revision.ts'
import {
  findServices,
  lockLines,
  lockServices,
  saveChanges,
  type LineChange,
  type OwnLine,
  type Service,
} from './align-queries.ts'
import { judgeLines } from './judge-lines.ts'
import { beginLifeline, endingOf } from './lifeline/lifelines.ts'
import { canMove, isLive } from './line-states.ts'
import { lockNodes } from './queries.ts'

export type LinesCtx = Pick<Ctx, 'now'> & { db: Tx }

/**
 * Brings the lines of these accounts into the state that base tables require, and notifies their nodes. Locks in this
 * order: subscriptions, lines, nodes to notify. Returns what changed.
 */
export function alignLines(ctx: LinesCtx, ...owners: Owner[]): Promise<LineChange[]> {
  return align(ctx, owners, hasChanged)
}

/**
 * Like `alignLines`, and also notifies every node of a live line: end, bytes or devices of the package may have
 * changed.
 */
export function refreshLines(ctx: LinesCtx, ...owners: Owner[]): Promise<LineChange[]> {
  return align(ctx, owners, (change, line) => hasChanged(change, line) || isLive(change.state) || !!change.isOnLifeline)
}

type Wanted = (change: LineChange, line: OwnLine) => boolean

function hasChanged(change: LineChange, line: OwnLine): boolean {
  return change.state !== line.state || change.reason !== line.reason
}

async function align(ctx: LinesCtx, owners: readonly Owner[], isWanted: Wanted): Promise<LineChange[]> {
  await lockServices(ctx.db, owners)
  const services = await findServices(ctx.db, owners, ctx.now)
  const lines = await lockLines(ctx.db, owners)
  const changes: LineChange[] = []
  const endings: [Service, Date][] = []
  for (const service of services) {
    const own = lines.filter((line) => isSameOwner(line, service))
    const judged = judgeLines(service, own, ctx.now)
    const endedAt = endingOf(service, judged, own, ctx.now)
    if (endedAt) endings.push([service, endedAt])
    const isOnLifeline = service.isOnLifeline || endedAt !== null
    const wanted = judged
      .map((change) => (isOnLifeline && change.state === 'suspended' ? { ...change, isOnLifeline } : change))
      .filter((change, at) => isWanted(change, own[at]!))
    changes.push(...wanted)
    for (const { id } of wanted.filter(({ reason }) => reason === 'node')) {
      const { nodeName: name, nodeNames: names } = own.find((line) => line.id === id)!
      await emit(ctx, 'line.node_gone', { ...userOf(service), aside: { name, names } })
    }
  }
  await applyChanges(ctx, changes)
  for (const [service, endedAt] of endings) await beginLifeline(ctx, service, endedAt)
  return changes
}

/** Takes nodes by ascending id, so that two changes on the same nodes never deadlock. */
export async function applyChanges(ctx: LinesCtx, changes: readonly LineChange[]): Promise<void> {
  for (const { from, state, id } of changes) {
    if (from !== state && !canMove(from, state)) throw new Error(`The line ${id} cannot go from ${from} to ${state}`)
  }
  const byNode = Map.groupBy(changes, ({ nodeId }) => nodeId)
  for (const [nodeId, ofNode] of [...byNode].sort(([a], [b]) => a - b)) {
    const { loud = [], quiet = [] } = Object.groupBy(ofNode, (change) => (isForNode(change) ? 'loud' : 'quiet'))
    // Lock the node even if it need not be notified: its number of lines is written too.
    if (loud.length === 0) await lockNodes(ctx.db, [nodeId])
    else await saveChanges(ctx.db, loud, await bumpRevision(ctx.db, nodeId), ctx.now)
    if (quiet.length > 0) await saveChanges(ctx.db, quiet, null, ctx.now)
  }
}

function isForNode({ from, state, isOnLifeline }: LineChange): boolean {
  return isLive(from) || isLive(state) || isOnLifeline === true
}

function isSameOwner(a: Owner, b: Owner): boolean {
  return a.resellerId === b.resellerId && a.accountId === b.accountId
}
