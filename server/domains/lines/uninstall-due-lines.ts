import { limits } from '../../../contract/limits.ts'
import type { TxCtx, Owner } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { emit, userOf } from '../events/emit.ts'
import { applyChanges } from './align-lines.ts'
import { lockLines, lockServices } from './align-queries.ts'
import { findEnded, findUntold, findUnused, loadEnd, markTold } from './due-queries.ts'
import { eachOwner, alignMany, untilDone } from './each-owner.ts'
import { toRemoved } from './place-line.ts'

/** The daily job: removes lines of packages that ended long ago, after warning their owners. */
export async function uninstallDueLines(ctx: JobCtx): Promise<void> {
  const ago = (ms: number) => new Date(ctx.now.getTime() - ms)
  await untilDone(
    () => findEnded(ctx.db, new Date(0), ctx.now),
    (owners) => alignMany(ctx, owners),
  )
  await untilDone(
    () => findUntold(ctx.db, ago(limits.lineKeepMs - limits.lineTellMs)),
    (owners) => eachOwner(ctx, owners, tell),
  )
  await untilDone(
    () => findUnused(ctx.db, ago(limits.lineKeepMs), ago(limits.lineTellMs)),
    (owners) => eachOwner(ctx, owners, uninstall),
  )
}

/** Gives the full warning time, even if the server was off when the warning was due. */
async function tell(tx: TxCtx, owner: Owner): Promise<void> {
  const endedAt = await lockEnded(tx, owner, limits.lineKeepMs - limits.lineTellMs)
  if (!endedAt) return
  await markTold(tx.db, owner, tx.now)
  const removedAtMs = Math.max(endedAt.getTime() + limits.lineKeepMs, tx.now.getTime() + limits.lineTellMs)
  await emit(tx, 'lines.end_soon', { ...userOf(owner), until: new Date(removedAtMs).toISOString() })
}

async function uninstall(tx: TxCtx, owner: Owner): Promise<void> {
  if (!(await lockEnded(tx, owner, limits.lineKeepMs))) return
  const lines = await lockLines(tx.db, [owner])
  await applyChanges(tx, lines.map(toRemoved))
}

/** Locks the account's lines and returns the end if it is that long ago: a renewal may have come first. */
async function lockEnded(tx: TxCtx, owner: Owner, agoMs: number): Promise<Date | null> {
  await lockServices(tx.db, [owner])
  const endedAt = await loadEnd(tx.db, owner)
  return endedAt && endedAt.getTime() <= tx.now.getTime() - agoMs ? endedAt : null
}
