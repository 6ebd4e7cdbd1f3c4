import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { loadTotp, spendRecoveryCode, spendTotpStep, type Owner } from './queries.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { stepOfCode, unsealTotpSecret } from './totp.ts'

type FactorCtx = Pick<Ctx, 'db' | 'now' | 'config'>

/**
 * Asks for the second factor of an account that has one, and uses the code up. Call it after the password (or mailed
 * code) was right: before that it would tell a stranger that the account exists.
 */
export async function checkSecondFactor(ctx: FactorCtx, account: Owner, code: string | undefined): Promise<void> {
  const factor = await loadTotp(ctx.db, account)
  if (!factor?.totpSecret || !factor.totpConfirmedAt) return
  if (code === undefined) fail('auth.totp_required')
  if (!(await spendCode(ctx, account, factor.totpSecret, code))) fail('auth.totp_wrong')
}

async function spendCode(ctx: FactorCtx, account: Owner, sealed: Buffer, code: string): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) {
    return spendRecoveryCode(ctx.db, account, hashRecoveryCode(ctx.config, account, code), ctx.now)
  }
  const step = stepOfCode(unsealTotpSecret(ctx.config, account.accountId, sealed), digits, ctx.now)
  return step !== null && spendTotpStep(ctx.db, account, sealed, step)
}
