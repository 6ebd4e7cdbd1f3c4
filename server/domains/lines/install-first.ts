import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/errors.ts'
import { addJob, type JobCtx } from '../../platform/jobs/jobs.ts'
import { takeOne } from '../../platform/limits/limits.ts'
import { lockLines } from './align-queries.ts'
import { openService } from './change-line.ts'
import { chooseFirst } from './choose-first.ts'
import { findNodesOf } from './find-nodes.ts'
import { placeLine } from './place-line.ts'
import { loadSpeedMode, lockNodes } from './queries.ts'

type Input = Static<typeof api.lines.installFirst.input>
type Latencies = ReadonlyMap<number, number>

const FIRST_LINES = 2
const CALLS = { name: 'line_first', points: limits.linePlacements, windowMs: limits.lineWindowMs }
/** The browser of the buyer is asked first: it knows how far the nodes are. */
const LATER_MS = 60_000

/** For the page that shows the result of a first purchase. */
export async function installFirst(ctx: Ctx<'user'>, { latencies }: Input): Promise<void> {
  const { owner } = ctx
  await takeOne(ctx, CALLS, `${owner.resellerId}:${owner.accountId}`)
  await placeFirst(ctx, owner, new Map(latencies.map(({ nodeId, ms }) => [nodeId, ms])))
}

/** For whoever began a trial and left before that page: the job does the same a minute later. */
export function installFirstLater(ctx: { db: Tx; now: Date }, { resellerId, accountId }: Owner): Promise<void> {
  const runAt = new Date(ctx.now.getTime() + LATER_MS)
  const key = `lines.install_first:${resellerId}:${accountId}`
  return addJob(ctx.db, 'lines.install_first', { resellerId, accountId }, { runAt, key })
}

/** For somebody who left before that page. Does nothing if there are lines by now. */
export async function installFirstFor(ctx: JobCtx, owner: Owner): Promise<void> {
  try {
    await placeFirst({ ...ctx, language: 'zh-CN' }, owner, new Map())
  } catch (error) {
    // Paused, refunded or ended in the meantime: there is nothing to install.
    if (!(error instanceof Refusal)) throw error
  }
}

/** The lock of the subscription makes two of these one: the second finds the lines of the first. */
async function placeFirst(
  ctx: Pick<Ctx, 'db' | 'now' | 'config' | 'language'>,
  owner: Owner,
  latencies: Latencies,
): Promise<void> {
  const mode = await loadSpeedMode(ctx.db, owner)
  const nodes = chooseFirst(await findNodesOf(ctx, owner), mode, latencies)
  await placeBest(
    ctx,
    owner,
    nodes.map(({ id }) => id),
  )
}

/**
 * Locks the nodes that it takes and no others: whoever begins at this moment waits for them. When one of them has filled
 * up or gone down meanwhile, the next best takes its place, in a transaction of its own, because nodes are locked in the
 * order of their ids.
 */
async function placeBest(ctx: Pick<Ctx, 'db' | 'now' | 'config'>, owner: Owner, nodeIds: number[]): Promise<void> {
  let nodeId = 0
  try {
    await inTx(ctx, async (tx) => {
      const subscription = await openService(tx, owner)
      if ((await lockLines(tx.db, [owner])).length > 0) return
      const lineLimit = Math.min(FIRST_LINES, subscription.lineLimit)
      const best = nodeIds.slice(0, lineLimit)
      await lockNodes(tx.db, best)
      for (nodeId of best) {
        await placeLine(tx, owner, { nodeId, lineLimit, lines: await lockLines(tx.db, [owner]), leaving: null })
      }
    })
  } catch (error) {
    const isTaken = error instanceof Refusal && (error.code === 'node.full' || error.code === 'node.unavailable')
    if (!isTaken) throw error
    await placeBest(
      ctx,
      owner,
      nodeIds.filter((id) => id !== nodeId),
    )
  }
}
