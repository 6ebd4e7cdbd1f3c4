import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { clearTotp, loadTotp } from '../../accounts/totp.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { endOthers } from '../end-sessions.ts'
import { checkPassword } from './check-password.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { deleteRecoveryCodes } from './queries.ts'

/** Needs both factors: otherwise a thief with one of them could remove the other. */
export async function removeTotp(
  ctx: Ctx<'user'>,
  input: { passWord: string; code: string; endOthers?: boolean },
): Promise<void> {
  const { owner } = ctx
  await checkPassword(ctx, input.passWord)
  if (!(await loadTotp(ctx.db, owner))?.totpConfirmedAt) fail('factor.missing')
  await checkSecondFactor(ctx, owner, input.code)
  await inTx(ctx, async (tx) => {
    if (input.endOthers ?? true) await endOthers(tx)
    await clearTotp(tx.db, owner)
    await deleteRecoveryCodes(tx.db, owner)
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor: subject, action: 'totp.removed', subject }
    await writeAudit(tx.db, entry, ctx.now)
    await emit(tx, 'totp.turned_off', userOf(owner))
  })
}
