import { accountSubject, writeAudit } from '../../../platform/audit.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { checkPassword } from './check-password.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { deletePasskey } from './passkey-queries.ts'

export async function removePasskey(
  ctx: Ctx<'user'>,
  input: { id: string; passWord: string; totp?: string },
): Promise<object> {
  const owner = { resellerId: ctx.resellerId, accountId: ctx.actor.accountId }
  await checkPassword(ctx, input.passWord)
  await checkSecondFactor(ctx, owner, input.totp)
  await inTx(ctx, async (tx) => {
    if (!(await deletePasskey(tx.db, owner, input.id))) fail('object.unknown')
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor: subject, action: 'passkey.removed', subject }
    await writeAudit(tx.db, entry, ctx.now)
  })
  return {}
}
