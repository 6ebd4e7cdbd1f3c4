import type { Tx } from '../../../platform/db/db.ts'
import { blockImported, unblockImported } from '../../sessions/operator/block-imported.ts'
import { type ImportCtx, type Work } from './context.ts'
import { findThings, saveThings } from './queries.ts'

/** Users read it where they are told that they are blocked, so it is in the language of most of them. */
const REASON = '在原来的面板已停用'

/**
 * Who is blocked at the source, or who no longer is. Blocked here, the time that is left waits and nothing of it changes:
 * who is let in again is so before his package comes, and who is blocked now only after it.
 */
export async function bringBlocks(ctx: ImportCtx & { db: Tx }, work: Work, isBlocked: boolean): Promise<void> {
  const changed = (await findThings(ctx.db, work, 'user')).filter(({ oldKey, marks }) => {
    const user = work.rows.users.get(Number(oldKey))
    return user?.isBanned === isBlocked && isBlocked !== (marks['blocked'] === 'yes')
  })
  for (const { ourKey } of changed) {
    const owner = { resellerId: work.resellerId, accountId: Number(ourKey) }
    if (isBlocked) await blockImported(ctx, owner, REASON)
    else await unblockImported(ctx, owner, ctx.actor)
  }
  const things = changed.map((thing) => ({ ...thing, marks: { ...thing.marks, blocked: isBlocked ? 'yes' : 'no' } }))
  await saveThings(ctx.db, work, 'user', things)
  work.brought.blocksChanged += changed.length
}
