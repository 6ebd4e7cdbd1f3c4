import type { Owner, TxCtx } from '../../platform/context.ts'
import { addRecipient, insertNotice } from './operator-queries.ts'
import { warningTexts, type WarningKind } from './warnings.ts'

/** Sends a notice to one user, in the transaction of the event it reports. Nobody can withdraw it. */
export async function warnAccount(ctx: Pick<TxCtx, 'db' | 'now'>, owner: Owner, kind: WarningKind): Promise<void> {
  const noticeId = await insertNotice(ctx.db, {
    ...warningTexts(kind),
    resellerId: owner.resellerId,
    isPinned: false,
    publishedAt: ctx.now,
    expiresAt: null,
    isAddressed: true,
    isKept: true,
  })
  await addRecipient(ctx.db, owner, noticeId)
}
