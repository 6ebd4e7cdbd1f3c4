import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { countOne, giveBack, refuseTooMany } from '../../platform/limits.ts'
import { hashRecoveryCode } from '../../platform/recovery-codes.ts'
import { stepOfCode } from '../../platform/totp.ts'
import { spendStaffRecoveryCode, spendStaffStep, type StaffLogin } from './queries.ts'
import { unsealStaffSecret } from './totp-secret.ts'

/** As with users: the chance to guess one of three codes in a million stays far away. */
const WRONG_CODES = { name: 'staff-totp', points: limits.totpWrongPerCaller, windowMs: 3_600_000 }

/** The member's code, used up: six digits of the app, or a recovery code. `lane`: whose tries are counted together. */
export async function checkStaffCode(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  member: StaffLogin,
  code: string,
  lane: string,
): Promise<void> {
  const key = `${member.id}|${lane}`
  // Counted before the look, so that a thousand guesses at once are not a thousand looks.
  const count = await countOne(ctx, WRONG_CODES, key)
  if (count.isOver) refuseTooMany(count)
  const digits = code.replaceAll(/\s/g, '')
  const isRight = /^\d{6}$/.test(digits)
    ? await spendTotp(ctx, member, digits)
    : await spendStaffRecoveryCode(ctx.db, member.id, hashRecoveryCode(ctx.config, staffKey(member.id), code), ctx.now)
  if (!isRight) fail('auth.totp_wrong')
  await giveBack(ctx, WRONG_CODES, key)
}

async function spendTotp(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  { id, totpSecret, totpConfirmedAt }: StaffLogin,
  digits: string,
): Promise<boolean> {
  if (!totpSecret || !totpConfirmedAt) return false
  const step = stepOfCode(unsealStaffSecret(ctx.config, id, totpSecret), digits, ctx.now)
  return step !== null && (await spendStaffStep(ctx.db, id, totpSecret, step))
}

export function staffKey(staffId: number): `staff|${number}` {
  return `staff|${staffId}`
}
