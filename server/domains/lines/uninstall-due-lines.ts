import { limits } from '../../../contract/limits.ts'
import type { TxCtx, Owner } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { applyChanges } from './align-lines.ts'
import { lockLines, lockServices } from './align-queries.ts'
import { findEnded, findUntold, findUnused, loadEnd, markTold, type Unused } from './due-queries.ts'
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
async function tell(tx: TxCtx, unused: Unused): Promise<void> {
  const { resellerId, accountId, verifiedEmail, language } = unused
  const endedAt = await lockEnded(tx, unused, limits.lineKeepMs - limits.lineTellMs)
  if (!endedAt) return
  await markTold(tx.db, unused, tx.now)
  if (!verifiedEmail) return
  const removedAtMs = Math.max(endedAt.getTime() + limits.lineKeepMs, tx.now.getTime() + limits.lineTellMs)
  const params = { until: new Date(removedAtMs).toISOString() }
  await queueMail(tx, { resellerId, accountId, to: verifiedEmail, template: 'lines_end_soon', language, params })
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
