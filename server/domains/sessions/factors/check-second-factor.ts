import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { countOne, giveBack, refuseTooMany } from '../../../platform/limits.ts'
import { loadTotp, spendRecoveryCode, spendTotpStep, type Owner } from './queries.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { stepOfCode, unsealTotpSecret } from './totp.ts'

type FactorCtx = Pick<Ctx, 'db' | 'now' | 'config'>

/** Three codes of a million are right at a time: 240 guesses a day find one in four years on average. */
const WRONG_CODES = { name: 'totp', points: 10, windowMs: 3_600_000 }

/**
 * Asks for the second factor of an account that has one, and uses the code up. Call it after the password (or mailed
 * code) was right: before that it would tell a stranger that the account exists, and let him use up its tries. Call it
 * outside a transaction: a refusal must not take back the count of wrong codes.
 */
export async function checkSecondFactor(ctx: FactorCtx, account: Owner, code: string | undefined): Promise<void> {
  const factor = await loadTotp(ctx.db, account)
  if (!factor?.totpSecret || !factor.totpConfirmedAt) return
  if (code === undefined) fail('auth.totp_required')
  const key = `${account.resellerId}|${account.accountId}`
  // Counted before the look, so that a thousand guesses at once are not a thousand looks.
  const count = await countOne(ctx, WRONG_CODES, key)
  if (count.isOver) refuseTooMany(count)
  if (!(await spendCode(ctx, account, factor.totpSecret, code))) fail('auth.totp_wrong')
  await giveBack(ctx, WRONG_CODES, key)
}

async function spendCode(ctx: FactorCtx, account: Owner, sealed: Buffer, code: string): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) {
    return spendRecoveryCode(ctx.db, account, hashRecoveryCode(ctx.config, account, code), ctx.now)
  }
  const step = stepOfCode(unsealTotpSecret(ctx.config, account.accountId, sealed), digits, ctx.now)
  return step !== null && spendTotpStep(ctx.db, account, sealed, step)
}
