import { hasOwnPorts } from '../../../contract/node-engines.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { bumpRevision } from '../nodes/bump-revision.ts'
import { applyChanges, alignLines } from './align-lines.ts'
import type { LineChange, OwnLine } from './align-queries.ts'
import { makeSealedCredential } from './credential.ts'
import { PLACED } from './line-states.ts'
import { nodeState } from './node-state.ts'
import { insertLine, loadFreePort, loadPlace, lockNodes, saveLeaving, type PlaceRow } from './queries.ts'

type PlaceCtx = Pick<Ctx, 'now' | 'config'> & { db: Tx }
export type Placement = {
  nodeId: number
  lineLimit: number
  /** All lines of the account, locked. */
  lines: readonly OwnLine[]
  /** The line to replace: it ends when the new line begins. */
  leaving: OwnLine | null
  /** If given, a working line runs on until then. */
  leavesAt?: Date
}

/** Places a new line on a node with room, within the package's limit. Needs the subscription's lock. */
export async function placeLine(ctx: PlaceCtx, owner: Owner, placement: Placement): Promise<string> {
  const { nodeId, lines, leaving, leavesAt } = placement
  await lockNodes(ctx.db, [nodeId, ...lines.map((line) => line.nodeId)])
  const place = (await loadPlace(ctx.db, owner.resellerId, nodeId)) ?? fail('object.unknown')
  if (nodeState(place, ctx.now) !== 'up') fail('node.unavailable')
  const there = lines.find((line) => line.nodeId === nodeId)
  if (there && (!isMakingRoom(there) || there === leaving)) fail('line.exists')
  checkLimit(placement)
  const freed = there && there.state !== 'failed' ? 1 : 0
  if (place.lineCount - freed >= place.capacity) fail('node.full')
  const runsOn = leavesAt !== undefined && leaving?.state === 'active'
  // Only the last move of a line can be taken back.
  const before = lines.find(({ id, leavesAt }) => id === leaving?.movedFrom && leavesAt !== null)
  const ending = new Set([runsOn ? null : leaving, there ?? null, before ?? null])
  await applyChanges(ctx, [...ending].filter((line) => line !== null).map(toRemoved))
  if (runsOn) await saveLeaving(ctx.db, leaving.id, leavesAt)
  const lineId = await insertLine(ctx.db, {
    ...owner,
    nodeId,
    sealedCredential: makeSealedCredential(ctx.config, owner),
    port: await takePort(ctx.db, place),
    state: leaving ? 'moving' : 'installing',
    revision: await bumpRevision(ctx.db, nodeId),
    stateSince: ctx.now,
    movedFrom: leaving?.id ?? null,
    // Keep its place in the order: a lower limit suspends the newest lines first.
    createdAt: leaving?.createdAt ?? ctx.now,
  })
  await alignLines(ctx, owner)
  return lineId
}

/** A placed line leaves its place to its successor; a line that failed or lost its node had none. */
function checkLimit({ lines, leaving, lineLimit }: Placement): void {
  const placed = lines.filter(takesPlace).length
  if (!(leaving && takesPlace(leaving)) && placed >= lineLimit) fail('line.limit')
}

function takesPlace({ state, isNodeGone, leavesAt }: OwnLine): boolean {
  return PLACED.includes(state as never) && !isNodeGone && leavesAt === null
}

/** A line that failed, or that its user has moved away from. */
function isMakingRoom({ state, leavesAt }: OwnLine): boolean {
  return state === 'failed' || leavesAt !== null
}

export function toRemoved({ id, number, nodeId, state }: OwnLine): LineChange {
  return { id, number, nodeId, from: state, state: 'removed', reason: null }
}

/** Some engines tell shadowsocks users apart by port; foreign agents have their own way. */
async function takePort(db: Tx, place: PlaceRow): Promise<number | null> {
  const settings = place.settings as Record<string, unknown>
  if (place.connection !== 'agent' || !hasOwnPorts({ ...place, settings })) return null
  return (await loadFreePort(db, place.id, place.port)) ?? fail('node.full')
}
