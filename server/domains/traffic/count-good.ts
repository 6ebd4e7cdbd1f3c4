import { inTx } from '../../platform/context.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { nodeSubject } from '../nodes/node-subject.ts'
import { countOnce, type CountCtx } from './count-traffic.ts'
import { findLeftOutRows, keepLeftOut, loadBounds, type LeftOut } from './left-out-queries.ts'
import type { Batch, LineBytes } from './queries.ts'

/** Most entries kept of one push: the first ones tell what is wrong. */
const KEPT_MAX = 100
/** Lines and the node's clock may change between two looks; after so many, nothing of the rest is believed. */
const TRIES = 4

/**
 * Books what can be booked of an agent that never sends a push again. The rest, and what the caller found broken, is
 * kept with the reason and raises an alert. A repeated batch changes nothing.
 */
export async function countGood(ctx: CountCtx, batch: Batch, broken: readonly LeftOut[]): Promise<void> {
  const leftOut = [...broken]
  let items = batch.items
  for (let tries = TRIES; ; tries -= 1) {
    const { duplicate, refused } = await countOnce(ctx, { ...batch, items })
    if (duplicate) return
    if (!refused) break
    const { good, bad } = await divide(ctx, { ...batch, items }, tries)
    items = good
    leftOut.push(...bad)
  }
  if (leftOut.length === 0) return
  // The push is booked: an error would make careful agents add it to their next one.
  await tellLeftOut(ctx, batch.nodeId, leftOut).catch((error: unknown) => {
    ctx.log.error({ error, nodeId: batch.nodeId, entries: leftOut.length }, 'what a node pushed in vain was not kept')
  })
}

/** The smallest entries first: one lie then costs nobody else's bytes. */
async function divide(
  ctx: CountCtx,
  { nodeId, seconds, items }: Batch,
  tries: number,
): Promise<{ good: LineBytes[]; bad: LeftOut[] }> {
  const numbers = items.map(({ number }) => number)
  const { known, bytesMax } = await loadBounds(ctx.db, { nodeId, seconds, numbers }, ctx.now)
  const ours = new Set(known)
  const good: LineBytes[] = []
  const bad: LeftOut[] = []
  let left = tries > 1 ? bytesMax : -1
  for (const item of items.toSorted((a, b) => a.up + a.down - b.up - b.down)) {
    const { number, up, down } = item
    const reason = !ours.has(number) ? 'unknown' : up + down > left ? 'impossible' : null
    if (reason) bad.push({ reason, entry: String(number), value: `[${up},${down}]` })
    else {
      good.push(item)
      left -= up + down
    }
  }
  return { good, bad }
}

async function tellLeftOut(ctx: CountCtx, nodeId: number, leftOut: readonly LeftOut[]): Promise<void> {
  const why = [...new Set(leftOut.map(({ reason }) => reason))].join(',')
  const detail = { why, entries: leftOut.length }
  await inTx(ctx, async (tx) => {
    await keepLeftOut(tx.db, nodeId, leftOut.slice(0, KEPT_MAX), ctx.now)
    const alert = { resellerId: null, kind: 'node.batch_refused' as const, subject: nodeSubject(nodeId), detail }
    await raiseAlert(tx.db, alert, ctx.now)
  })
}

/** Newest first. */
export function findLeftOut({ db }: Pick<CountCtx, 'db'>, nodeId: number, limit: number) {
  return findLeftOutRows(db, nodeId, limit)
}

export type { LeftOut } from './left-out-queries.ts'
