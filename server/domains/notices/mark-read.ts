import { type Ctx, inTx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { countUnread, insertReads, isShown } from './queries.ts'

/** Answers how many are left, so that the bell need not ask. Marking twice is marking once. */
export function markRead(ctx: Ctx<'user'>, input: { id: string }): Promise<{ unread: number }> {
  const { owner } = ctx
  const noticeId = input.id === 'all' ? null : Number(input.id)
  return inTx(ctx, async ({ db, now }) => {
    if (noticeId !== null && !(await isShown(db, owner, noticeId, now))) fail('object.unknown')
    await insertReads(db, owner, noticeId, now)
    return { unread: await countUnread(db, owner, now) }
  })
}
