import type { Tx } from '../../../platform/db/db.ts'
import { blockImported, unblockImported } from '../../sessions/operator/block-imported.ts'
import { type ImportCtx, type Work } from './context.ts'
import { findThings, saveThings } from './queries.ts'

/** Users read it where they are told that they are blocked, so it is in the language of most of them. */
const REASON = '在原来的面板已停用'

/** Who is blocked at the source, and who no longer is. Blocked here, the time that is left waits. */
export async function bringBlocks(ctx: ImportCtx & { db: Tx }, work: Work): Promise<void> {
  const changed = (await findThings(ctx.db, work, 'user')).flatMap((thing) => {
    const user = work.rows.users.get(Number(thing.oldKey))
    return user && user.isBanned !== (thing.marks['blocked'] === 'yes') ? [{ thing, isBlocked: user.isBanned }] : []
  })
  for (const { thing, isBlocked } of changed) {
    const owner = { resellerId: work.resellerId, accountId: Number(thing.ourKey) }
    if (isBlocked) await blockImported(ctx, owner, REASON)
    else await unblockImported(ctx, owner, ctx.actor)
  }
  const things = changed.map(({ thing, isBlocked }) => ({
    ...thing,
    marks: { ...thing.marks, blocked: isBlocked ? 'yes' : 'no' },
  }))
  await saveThings(ctx.db, work, 'user', things)
  work.brought.blocksChanged += changed.length
}
