import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { claimAccount } from '../../accounts/lock-account-row.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { endOthers } from '../end-sessions.ts'
import { checkPassword } from './check-password.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { deletePasskey } from './passkey-queries.ts'

export async function removePasskey(
  ctx: Ctx<'user'>,
  input: { id: string; passWord: string; totp?: string; endOthers?: boolean },
): Promise<void> {
  const { owner } = ctx
  await checkPassword(ctx, input.passWord)
  await checkSecondFactor(ctx, owner, input.totp)
  await inTx(ctx, async (tx) => {
    // Lock the account before its rows, as everywhere: a deletion of the account at the same time waits and cannot
    // block us.
    await claimAccount(tx, owner)
    if (input.endOthers ?? true) await endOthers(tx)
    const name = (await deletePasskey(tx.db, owner, input.id)) ?? fail('object.unknown')
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor: subject, action: 'passkey.removed', subject }
    await writeAudit(tx.db, entry, ctx.now)
    await emit(tx, 'passkey.removed', { ...userOf(owner), aside: { name } })
  })
}
