import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { clearTotp } from '../../accounts/totp.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { emit } from '../../events/emit.ts'
import { deleteRecoveryCodes } from '../factors/queries.ts'
import { giveHelp, type Helper } from './give-help.ts'
import type { NamedUser } from './load-user.ts'

/** For a user who lost phone and recovery codes, after somebody checked their identity. Passkeys stay. */
export function resetTotp(ctx: Pick<Ctx, 'db' | 'now'>, user: NamedUser, helper: Helper): Promise<void> {
  const { id: accountId, resellerId } = user
  if (!user.hasTotp) fail('factor.missing')
  return inTx(ctx, async (tx) => {
    await giveHelp(tx, { resellerId, accountId }, 'factor', helper)
    await clearTotp(tx.db, { resellerId, accountId })
    await deleteRecoveryCodes(tx.db, { resellerId, accountId })
    await emit(tx, 'totp.turned_off', { resellerId, userId: accountId })
    const subject = accountSubject(accountId)
    const entry = { resellerId, actor: helper.actor, action: 'totp.reset_by_operator', subject }
    await writeAudit(tx.db, { ...entry, before: { totp: 'set' }, after: { totp: null } }, ctx.now)
  })
}
