import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { callerOf } from '../../platform/limits/client-address.ts'
import { countCodeTry } from '../sign-in/code-tries.ts'
import { hashRecoveryCode } from '../sign-in/recovery-codes.ts'
import { isSeen } from '../sign-in/seen-clients.ts'
import { stepOfCode } from '../sign-in/totp.ts'
import { spendStaffRecoveryCode, spendStaffStep, type StaffLogin } from './queries.ts'
import { findSeenStaffClients } from './session-queries.ts'
import { unsealStaffSecret } from './totp-secret.ts'

type CodeCtx = Pick<Ctx, 'db' | 'now' | 'config' | 'client'>

/**
 * Checks and uses up the member's code: six digits of the app, or a recovery code. Somebody who knows the password can
 * use up the tries of strangers, but never those of the member's own sessions or of addresses the account was used
 * from.
 */
export async function checkStaffCode(
  ctx: CodeCtx,
  member: StaffLogin,
  code: string,
  sessionId: string | null,
): Promise<void> {
  const digits = code.replaceAll(/\s/g, '')
  const kind = /^\d{6}$/.test(digits) ? 'totp' : 'recovery'
  const caller = callerOf(ctx.client.address)
  const lane = sessionId === null ? `password|${caller}` : `session|${sessionId}`
  const find = (since: Date) => findSeenStaffClients(ctx.db, member.id, since)
  const isStranger = sessionId === null && !(await isSeen(ctx, find))
  const count = await countCodeTry(ctx, { owner: staffKey(member.id), lane, isStranger, kind })
  const isRight =
    kind === 'totp'
      ? await spendTotp(ctx, member, digits)
      : await spendStaffRecoveryCode(
          ctx.db,
          member.id,
          hashRecoveryCode(ctx.config, staffKey(member.id), code),
          ctx.now,
        )
  if (!isRight) fail('auth.totp_wrong')
  await count.takeBack()
}

async function spendTotp(ctx: CodeCtx, { id, totpSecret, totpConfirmedAt }: StaffLogin, digits: string) {
  if (!totpSecret || !totpConfirmedAt) return false
  const step = stepOfCode(unsealStaffSecret(ctx.config, id, totpSecret), digits, ctx.now)
  return step !== null && (await spendStaffStep(ctx.db, id, totpSecret, step))
}

export function staffKey(staffId: number): `staff|${number}` {
  return `staff|${staffId}`
}
