import type { Tx } from '../../../platform/db/db.ts'
import { findEmails } from '../../accounts/import-accounts.ts'
import { keepHere, markOf, type ImportCtx, type Work } from './context.ts'
import { findThings, renameThing, type Thing } from './queries.ts'

const BEFORE = ' before '

/** The last turn of the user who had a number before. Keys of entries hold number and turn, and belong to one user each. */
export function turnsBefore(things: readonly Thing[]): Map<number, number> {
  const turns = new Map<number, number>()
  for (const { oldKey, turn } of things) {
    const id = Number(oldKey.split(BEFORE)[0])
    turns.set(id, Math.max(turn, turns.get(id) ?? 0))
  }
  return turns
}

/**
 * A database may give the number of a deleted user to the next one, after a restart. Its holder is then somebody else:
 * made at another moment, with another e-mail. The one who came before stays as he is, like all who are gone there, and
 * the other comes as a new user. Nobody gets another's money.
 */
export async function partReused(ctx: ImportCtx & { db: Tx }, work: Work): Promise<void> {
  const suspects = (await findThings(ctx.db, work, 'user')).flatMap((thing) => {
    const user = work.rows.users.get(Number(thing.oldKey))
    const made = thing.marks['made']
    const isSame = !user || made === undefined || made === markOf(ctx, ['made', user.id, user.createdAt])
    return isSame ? [] : [{ thing, user }]
  })
  if (suspects.length === 0) return
  const emails = await findEmails(
    ctx.db,
    work.resellerId,
    suspects.map(({ thing }) => Number(thing.ourKey)),
  )
  for (const { thing, user } of suspects) {
    if (emails.get(Number(thing.ourKey)) === user.email.toLowerCase()) continue
    await renameThing(ctx.db, work, 'user', { from: thing.oldKey, to: `${thing.oldKey}${BEFORE}${thing.ourKey}` })
    keepHere(work, `user ${thing.oldKey}: somebody else has this number now, and came as a new user`)
  }
  work.known.clear()
}
