import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { JobCtx } from '../../../platform/jobs/jobs.ts'
import type { LineChange, OwnLine, Service } from '../align-queries.ts'
import { isLive } from '../line-states.ts'
import {
  addLifelineBytes,
  countOwnLines,
  findLifelineLeft,
  findLifelineOwners,
  insertLifeline,
  sumLifelines,
  type LifelineSum,
} from './queries.ts'

export type { LifelineSum } from './queries.ts'
type TxCtx = { db: Tx; now: Date }

/** When the service ended, if what its lines become now is its ending. `before` has the same lines. Its user then still gets to the portal for a while. */
export function endingOf(
  { hasLifelines, expiresAt }: Service,
  changes: readonly LineChange[],
  before: readonly OwnLine[],
  now: Date,
): Date | null {
  if (!hasLifelines) return null
  const hasExpired = changes.some(({ reason }, at) => reason === 'expired' && before[at]!.reason !== reason)
  // A user who comes back from a pause with nothing left has had this ending before.
  const hasUsedUp = changes.some(({ reason, from }) => reason === 'quota' && isLive(from))
  const endedAt = hasExpired ? expiresAt : hasUsedUp ? now : null
  return endedAt && endedAt.getTime() + limits.lifelineMs > now.getTime() ? endedAt : null
}

export function beginLifeline(ctx: TxCtx, owner: Service, endedAt: Date): Promise<void> {
  const untilAt = new Date(endedAt.getTime() + limits.lifelineMs)
  return insertLifeline(ctx.db, owner, { endedAt, untilAt, now: ctx.now })
}

type Item = { number: number; up: number; down: number }

/** Whether all of these are lines of the node. */
export async function areLinesOf(db: Queryable, nodeId: number, items: readonly Item[]): Promise<boolean> {
  const numbers = [...new Set(items.map(({ number }) => number))]
  return (await countOwnLines(db, nodeId, numbers)) === numbers.length
}

/** Counts bytes that a node carried on lifelines, unless it told them before. Returns what is left for each line. */
export async function countLifelines(
  { db, now }: TxCtx,
  nodeId: number,
  items: readonly Item[],
  isRepeated: boolean,
): Promise<{ number: number; bytesLeft: number }[]> {
  const given = items.map(({ number, up, down }) => ({ number, bytes: up + down }))
  if (!isRepeated) await addLifelineBytes(db, nodeId, given)
  return findLifelineLeft(
    db,
    nodeId,
    given.map(({ number }) => number),
    now,
  )
}

const MONTH_MS = 30 * 86_400_000

/** The endings of the last 30 days and what their lifelines carried, all of it at the platform's expense. */
export function sumRecentLifelines(
  { db, now }: Pick<Ctx, 'now'> & { db: Queryable },
  resellerId: number,
): Promise<LifelineSum> {
  return sumLifelines(db, resellerId, new Date(now.getTime() - MONTH_MS))
}

/** The job after a reseller's switch: tells the nodes which of its users have a lifeline. */
export async function refreshLifelines(
  ctx: JobCtx,
  { resellerId }: { resellerId: number },
  refresh: (tx: TxCtx, ...owners: { resellerId: number; accountId: number }[]) => Promise<unknown>,
): Promise<void> {
  for (let after = 0; ;) {
    const owners = await findLifelineOwners(ctx.db, resellerId, after, ctx.now)
    const last = owners.at(-1)
    if (!last) return
    await inTx(ctx, (tx) => refresh(tx, ...owners))
    after = last.accountId
  }
}
