import type { Owner } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { loadTotp, spendTotpStep } from '../../accounts/totp.ts'
import { hashRecoveryCode } from '../../sign-in/recovery-codes.ts'
import { stepOfCode, unsealTotpSecret } from '../../sign-in/totp.ts'
import { spendRecoveryCode } from './queries.ts'
import { countTry, type FactorCtx, type Shown } from './wrong-codes.ts'

/**
 * Asks for the second factor of an account that has one, and uses the code up. Call it after the password (or mailed
 * code) was right: before that it would tell a stranger that the account exists, and let them use up its tries. Call it
 * outside a transaction: a refusal must not undo the count of wrong codes.
 */
export async function checkSecondFactor(
  ctx: FactorCtx,
  account: Owner,
  code: string | undefined,
  shown: Shown = { first: 'password' },
): Promise<void> {
  const factor = await loadTotp(ctx.db, account)
  if (!factor?.totpSecret || !factor.totpConfirmedAt) return
  if (code === undefined) fail('auth.totp_required')
  const digits = code.replaceAll(/\s/g, '')
  const isTotp = /^\d{6}$/.test(digits)
  const count = await countTry(ctx, account, shown, isTotp ? 'totp' : 'recovery')
  const isRight = isTotp
    ? await spendTotp(ctx, account, factor.totpSecret, digits)
    : await spendRecoveryCode(ctx.db, account, hashRecoveryCode(ctx.config, account, code), ctx.now)
  if (!isRight) fail('auth.totp_wrong')
  await count.takeBack()
}

async function spendTotp(ctx: FactorCtx, account: Owner, sealed: Buffer, digits: string): Promise<boolean> {
  const step = stepOfCode(unsealTotpSecret(ctx.config, account.accountId, sealed), digits, ctx.now)
  return step !== null && spendTotpStep(ctx.db, account, sealed, step)
}
