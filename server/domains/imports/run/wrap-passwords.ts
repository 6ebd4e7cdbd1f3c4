import { inTx } from '../../../platform/context.ts'
import { wrapOldDigest, type OldKind } from '../../sign-in/old-digests.ts'
import type { SourceUser } from '../neutral.ts'
import { inBatches, markOf, type ImportCtx, type Work } from './context.ts'
import { findThings, findWrapped, saveStage, saveWrapped } from './queries.ts'

const BATCH = 500
/** More would only stand in line before who signs in. */
const AT_ONCE = 2
/** In a dry run nobody signs in. */
const NOT_MADE =
  '$argon2id$v=19$m=19456,t=2,p=1$bm90IG1hZGUgaW4gYSBkcnkgcnVu$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

export function passwordMark(ctx: Pick<ImportCtx, 'config'>, { passwordKind, digest, salt }: SourceUser): string {
  return markOf(ctx, [passwordKind, digest, salt])
}

/** A salt with a zero byte has no place in the database, and no panel makes one. */
export function hasOldPassword({ passwordKind, salt }: SourceUser): boolean {
  return passwordKind !== 'none' && passwordKind !== 'unknown' && !salt?.includes('\0')
}

/**
 * Wraps every digest that is new or another than before. It is the slow part, 20 ms of a core each, so it is done before
 * any user is made, outside of transactions, and kept: a run that ended in the middle goes on where it was.
 */
export async function wrapPasswords(ctx: ImportCtx, work: Work): Promise<void> {
  const known = new Map(
    (await findThings(ctx.db, work, 'user')).map(({ oldKey, marks }) => [oldKey, marks['password']]),
  )
  for (const { oldKey, mark } of await findWrapped(ctx.db, work)) known.set(oldKey, mark)
  const wanted = [...work.rows.users.values()].filter(
    (user) => !work.same.has(user.id) && hasOldPassword(user) && known.get(String(user.id)) !== passwordMark(ctx, user),
  )
  let done = 0
  ctx.onProgress?.({ stage: 'passwords', done, of: wanted.length })
  for (const batch of inBatches(wanted, BATCH)) {
    const wrapped = await wrapAll(ctx, batch)
    done += batch.length
    await inTx(ctx, async (tx) => {
      await saveWrapped(tx.db, work, wrapped)
      await saveStage(tx.db, work, 'passwords', done)
    })
    work.brought.passwordsWrapped += batch.length
    ctx.onProgress?.({ stage: 'passwords', done, of: wanted.length })
  }
}

async function wrapAll(ctx: ImportCtx, users: readonly SourceUser[]) {
  const wrapped: string[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < users.length; at = next++) {
      const { passwordKind, digest } = users[at]!
      wrapped[at] = ctx.isDryRun ? NOT_MADE : await wrapOldDigest(passwordKind as OldKind, digest)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return users.map((user, at) => ({ oldKey: String(user.id), mark: passwordMark(ctx, user), wrapped: wrapped[at]! }))
}
