import { DAY_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import { inTx, type Owner } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { refreshLines } from './align-lines.ts'
import { findEnded, findOverdue, findOwnersOn, forgetAddresses } from './due-queries.ts'
import { alignMany, untilDone } from './each-owner.ts'

/** Longer than an unseen address still counts as a device. */
const ADDRESS_MS = 15 * 60_000

/** The job that follows every change of a subscription, a pause or an account. */
export async function alignAccountLines(ctx: JobCtx, owner: Owner): Promise<void> {
  await inTx(ctx, (tx) => refreshLines(tx, owner))
}

/** The job that follows a node's removal: suspends its lines and tells their owners. */
export async function alignNodeLines(ctx: JobCtx, { nodeId }: { nodeId: number }): Promise<void> {
  let last: Owner = { resellerId: -1, accountId: 0 }
  for (;;) {
    const owners = await findOwnersOn(ctx.db, nodeId, last)
    await alignMany(ctx, owners)
    const end = owners.at(-1)
    if (!end) return
    last = end
  }
}

/**
 * Runs every minute: handles ended packages and nodes that did not answer. The daily job finds what ended while no
 * server ran.
 */
export async function alignDueLines(ctx: JobCtx): Promise<void> {
  const ago = (ms: number) => new Date(ctx.now.getTime() - ms)
  await untilDone(
    () => findEnded(ctx.db, ago(DAY_MS), ctx.now),
    (owners) => alignMany(ctx, owners),
  )
  await untilDone(
    () => findOverdue(ctx.db, ago(limits.lineWaitMs)),
    (owners) => alignMany(ctx, owners),
  )
  await forgetAddresses(ctx.db, ago(ADDRESS_MS))
}
