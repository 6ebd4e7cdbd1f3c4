import type { Tx } from '../../../platform/db/db.ts'
import { findKept } from '../../accounts/import-accounts.ts'
import { forgetOldTokens, keepOldTokens } from '../../feeds/old-tokens.ts'
import { inBatches, keepHere, markOf, type ImportCtx, type Work } from './context.ts'
import { findThings, saveThings } from './queries.ts'

const BATCH = 1000
const TOKEN = /^[\w-]{16,64}$/

/** Old subscription addresses go on working: of two users with one token the first keeps it. */
export async function bringTokens(ctx: ImportCtx & { db: Tx }, work: Work): Promise<void> {
  const owners = new Map<string, number>()
  for (const { id, token } of work.rows.users.values()) {
    if (TOKEN.test(token) && !owners.has(token)) owners.set(token, id)
  }
  const wanted = (await findThings(ctx.db, work, 'user')).flatMap((thing) => {
    const user = work.same.has(Number(thing.oldKey)) ? undefined : work.rows.users.get(Number(thing.oldKey))
    if (!user || owners.get(user.token) !== user.id) return []
    const mark = markOf(ctx, ['token', user.token])
    return thing.marks['token'] === mark ? [] : [{ thing, mark, token: user.token, accountId: Number(thing.ourKey) }]
  })
  // Reset at the old panel since: the address before is nobody's. All of them first, since two users may have swapped theirs.
  for (const { thing, accountId } of wanted) {
    if (thing.marks['token']) await forgetOldTokens(ctx.db, { resellerId: work.resellerId, accountId })
  }
  let refused = 0
  for (const batch of inBatches(wanted, BATCH)) {
    const kept = await findKept(
      ctx.db,
      work.resellerId,
      batch.map(({ accountId }) => accountId),
    )
    const tokens = batch.filter(({ accountId }) => kept.has(accountId))
    const count = await keepOldTokens(ctx.db, work.resellerId, tokens)
    const marked = batch.map(({ thing, mark }) => ({ ...thing, marks: { ...thing.marks, token: mark } }))
    await saveThings(ctx.db, work, 'user', marked)
    work.brought.tokens += count
    refused += tokens.length - count
  }
  if (refused > 0) {
    keepHere(
      work,
      `${refused} old subscription addresses: somebody else here has them, or their owners reset them here`,
    )
  }
}
