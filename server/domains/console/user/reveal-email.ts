import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { accountSubject, auditLook } from '../../audit/audit.ts'
import { loadUserCard } from './queries.ts'

/** Audits the look before showing the address, so that everybody who saw it is in the log. */
export function revealEmail(ctx: StaffCtx, { id: accountId }: { id: number }): Promise<{ email: string | null }> {
  return inTx(ctx, async (tx) => {
    const card = (await loadUserCard(tx.db, { resellerId: ctx.resellerId, accountId })) ?? fail('object.unknown')
    await auditLook(tx, 'user.email_revealed', accountSubject(accountId))
    return { email: card.email }
  })
}
