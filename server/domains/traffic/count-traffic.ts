import type { Static } from 'typebox'

import type { nodeApi } from '../../../contract/node-api.ts'
import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { alignLines } from '../lines/align-lines.ts'
import { areLinesOf, countLifelines } from '../lines/lifeline/lifelines.ts'
import { nodeSubject } from '../nodes/node-subject.ts'
import { countGathered } from './gather-batches.ts'
import { countBatch, type Batch, type Counted } from './queries.ts'
import { shareOut } from './share-out.ts'

export type CountCtx = Pick<Ctx, 'db' | 'now' | 'log' | 'config'>

/**
 * Counts a node's batch and stops the lines of users who have no bytes left, in one transaction. Refuses an impossible
 * batch as a whole and raises an alert.
 */
export async function countTraffic(ctx: CountCtx, batch: Batch): Promise<Counted> {
  const counted = await countOnce(ctx, batch)
  return counted.refused ? refuse(ctx, batch, counted.refused) : counted
}

async function refuse(ctx: CountCtx, batch: Batch, why: string): Promise<never> {
  const detail = { why, batchId: batch.batchId }
  const alert = { resellerId: null, kind: 'node.batch_refused' as const, subject: nodeSubject(batch.nodeId), detail }
  await raiseAlert(ctx.db, alert, ctx.now)
  return fail('node.batch_refused')
}

/** The same, but says what it refused instead of raising it. */
export async function countOnce(ctx: CountCtx, batch: Batch): Promise<Counted> {
  // Usually no user runs out of bytes, and then nothing else has to happen in the same transaction.
  const asked = { batch, now: ctx.now, timeZone: ctx.config.businessTz }
  return (await countGathered(ctx.db, asked)) ?? (await countAndStop(ctx, batch))
}

function countAndStop(ctx: CountCtx, batch: Batch): Promise<Counted> {
  return inTx(ctx, async (tx) => {
    const result = await countBatch(tx.db, batch, ctx.now, ctx.config.businessTz)
    const crossed = ownersOf(result)
    if (crossed.length > 0) await alignLines(tx, ...crossed)
    for (const owner of crossed) await renewLater(tx, owner)
    return result
  })
}

/** Renews a user who chose it when the traffic is used up; orders know who did. */
function renewLater({ db }: { db: Tx }, { resellerId, accountId }: Owner): Promise<void> {
  const key = `orders.renew_used_up:${resellerId}:${accountId}`
  return addJob(db, 'orders.renew_used_up', { resellerId, accountId }, { key })
}

function ownersOf({ crossedResellers, crossedAccounts }: Counted): Owner[] {
  return crossedResellers.map((resellerId, index) => ({ resellerId, accountId: crossedAccounts[index]! }))
}

type Input = Static<typeof nodeApi.batches.input>
type Output = Static<typeof nodeApi.batches.output>

/** A batch of our own agent, which never uses a batch id twice. */
export async function ingestBatch(ctx: Ctx<'node'>, { lifeline = [], ...input }: Input): Promise<Output> {
  const batch = { ...input, nodeId: ctx.actor.nodeId, repeatSeconds: null }
  if (lifeline.length === 0) return toOutput(ctx, await countTraffic(ctx, batch))
  if (!(await areLinesOf(ctx.db, batch.nodeId, lifeline))) return refuse(ctx, batch, 'foreign')
  const { counted, lifelineLeft } = await inTx(ctx, async (tx) => {
    const counted = await countAndStop({ ...ctx, db: tx.db }, batch)
    if (counted.refused) return { counted, lifelineLeft: [] }
    return { counted, lifelineLeft: await countLifelines(tx, batch.nodeId, lifeline, counted.duplicate) }
  })
  return counted.refused ? refuse(ctx, batch, counted.refused) : { ...(await toOutput(ctx, counted)), lifelineLeft }
}

async function toOutput({ db, actor, now }: Ctx<'node'>, counted: Counted): Promise<Output> {
  const { duplicate, cutNumbers: cut, leftNumbers, leftBytes } = counted
  const left = leftNumbers.map((number, index) => ({ number, bytesLeft: leftBytes[index] ?? null }))
  return { duplicate, cut, left: await shareOut(db, actor.nodeId, left, now) }
}
