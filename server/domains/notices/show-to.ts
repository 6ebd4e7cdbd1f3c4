import type { Owner, TxCtx } from '../../platform/context.ts'
import { addRecipient, insertNotice, type NewNotice } from './operator-queries.ts'

type Texts = Pick<NewNotice, 'title' | 'titles' | 'body' | 'bodies'>

/** Puts a notice behind one user's bell, in the transaction of the event it reports. Nobody can withdraw it. */
export async function showTo(ctx: Pick<TxCtx, 'db' | 'now'>, owner: Owner, texts: Texts): Promise<number> {
  const times = { publishedAt: ctx.now, expiresAt: null }
  const notice = { ...texts, ...times, resellerId: owner.resellerId, isPinned: false, isAddressed: true, isKept: true }
  const noticeId = await insertNotice(ctx.db, notice)
  await addRecipient(ctx.db, owner, noticeId)
  return noticeId
}
