import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { clearLock } from '../../accounts/account-marks.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { emit } from '../../events/emit.ts'
import { alignLinesLater } from '../../subscriptions/subscription-store.ts'
import { giveHelp, type Helper } from './give-help.ts'
import type { NamedUser } from './load-user.ts'

/**
 * For a user who cannot unlock by mail. The password stays, and a thief may still know it: an operator also hands out a
 * reset code.
 */
export function unlockUser(ctx: Pick<Ctx, 'db' | 'now'>, user: NamedUser, helper: Helper): Promise<void> {
  const { id: accountId, resellerId } = user
  return inTx(ctx, async (tx) => {
    await giveHelp(tx, { resellerId, accountId }, 'unlock', helper)
    if (!(await clearLock(tx.db, { resellerId, accountId }))) fail('freeze.wrong_state')
    await alignLinesLater(tx, { resellerId, accountId })
    await emit(tx, 'account.unlocked', { resellerId, userId: accountId })
    const subject = accountSubject(accountId)
    const entry = { resellerId, actor: helper.actor, action: 'account.unlocked', subject }
    await writeAudit(tx.db, { ...entry, before: { locked: true }, after: { locked: false } }, ctx.now)
  })
}
