import type { Ctx, Owner } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { findBlockedOf } from '../../accounts/import-accounts.ts'
import { setBlock } from '../../accounts/refuse-blocked.ts'
import type { AuditActor } from '../../audit/audit.ts'
import { alignLinesLater } from '../../subscriptions/subscription-store.ts'
import { loadOpenPause } from '../freeze/queries.ts'
import { endPauseOf } from '../freeze/resume-service.ts'
import { pauseForBlock } from './block-user.ts'

type BlockCtx = Pick<Ctx, 'db' | 'now'> & { db: Tx }

/** For users who were blocked at their old panel. They are blocked here too, but get no message: they know already. */
export async function blockImported(ctx: BlockCtx, owner: Owner, reason: string): Promise<void> {
  if (await setBlock(ctx.db, owner, { reason, now: ctx.now })) await pauseForBlock(ctx, owner)
}

/** Of these accounts, who is blocked here: a package that came since waits too, until the block is lifted. */
export async function pauseBlocked(ctx: BlockCtx, resellerId: number, accountIds: readonly number[]): Promise<void> {
  for (const accountId of await findBlockedOf(ctx.db, resellerId, accountIds)) {
    await pauseForBlock(ctx, { resellerId, accountId })
  }
}

/** Let in again there since. */
export async function unblockImported(ctx: BlockCtx, owner: Owner, actor: AuditActor): Promise<void> {
  if (!(await setBlock(ctx.db, owner, null))) return
  const open = await loadOpenPause(ctx.db, owner)
  if (open?.isBlock) await endPauseOf(ctx, owner, 0, actor)
  await alignLinesLater(ctx, owner)
}
