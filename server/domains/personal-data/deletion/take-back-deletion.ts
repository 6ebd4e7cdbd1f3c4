import { accountSubject, writeAudit } from '../../../platform/audit.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { unmarkDeletion } from '../../accounts/mark-deletion.ts'

/** Needs no password: staying is never what a thief is after. Without a deletion under way it does nothing. */
export async function takeBackDeletion(ctx: Ctx<'user'>): Promise<object> {
  const { owner } = ctx
  await inTx(ctx, async (tx) => {
    if (!(await unmarkDeletion(tx.db, owner))) return
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor: subject, action: 'account.deletion_taken_back', subject }
    await writeAudit(tx.db, entry, ctx.now)
  })
  return {}
}
