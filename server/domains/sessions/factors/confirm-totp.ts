import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { countOne, giveBack, refuseTooMany } from '../../../platform/limits/limits.ts'
import { confirmTotp, loadTotp } from '../../accounts/totp.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { hashRecoveryCode, makeRecoveryCodes } from '../../sign-in/recovery-codes.ts'
import { stepOfCode, unsealTotpSecret } from '../../sign-in/totp.ts'
import { endOthers } from '../end-sessions.ts'
import { insertRecoveryCodes } from './queries.ts'

/**
 * Counted per secret: a thief in a stolen session cannot guess the code of a secret that the owner has just begun, and
 * a new secret needs the password. So an owner who begins again never has to wait.
 */
const WRONG_CODES = { name: 'totp-confirm', points: 10, windowMs: 3_600_000 }

/** Turns TOTP on once a code proves that the secret arrived. The recovery codes are shown once and stored as hashes. */
export async function confirmTotpFactor(
  ctx: Ctx<'user'>,
  input: { code: string; endOthers?: boolean },
): Promise<{ recoveryCodes: string[] }> {
  const { owner } = ctx
  const factor = await loadTotp(ctx.db, owner)
  const secret = factor?.totpSecret ?? fail('factor.missing')
  if (factor?.totpConfirmedAt) fail('factor.exists')
  const plain = unsealTotpSecret(ctx.config, owner.accountId, secret)
  const key = secret.toString('base64')
  const count = await countOne(ctx, WRONG_CODES, key)
  if (count.isOver) refuseTooMany(count)
  const step = stepOfCode(plain, input.code.replaceAll(/\s/g, ''), ctx.now) ?? fail('auth.totp_wrong')
  await giveBack(ctx, WRONG_CODES, key)
  const recoveryCodes = makeRecoveryCodes()
  await inTx(ctx, async (tx) => {
    if (input.endOthers ?? true) await endOthers(tx)
    if (!(await confirmTotp(tx.db, owner, { secret, step, now: ctx.now }))) fail('auth.totp_wrong')
    const hashes = recoveryCodes.map((code) => hashRecoveryCode(ctx.config, owner, code))
    await insertRecoveryCodes(tx.db, owner, hashes)
    const subject = accountSubject(owner.accountId)
    const entry = { resellerId: owner.resellerId, actor: subject, action: 'totp.turned_on', subject }
    await writeAudit(tx.db, entry, ctx.now)
    await emit(tx, 'totp.turned_on', userOf(owner))
  })
  return { recoveryCodes }
}
