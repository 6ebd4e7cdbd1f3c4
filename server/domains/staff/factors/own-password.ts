import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { countOne, giveBack, refuseTooMany } from '../../../platform/limits/limits.ts'
import { refuseWeakPassword } from '../../../platform/secrets/password-rules.ts'
import { hashPassword, verifyPassword } from '../../../platform/secrets/passwords.ts'
import { loadStaff, type StaffLogin } from '../queries.ts'
import { changeOwnFactor } from './change-own-factor.ts'
import { updateStaffPassword } from './queries.ts'

/**
 * Counted per session: a thief must not guess the password with a stolen session, nor stop the member from changing it.
 */
const WRONG_PASSWORDS = { name: 'staff-own-password', points: 10, windowMs: 3_600_000 }

/** The member shows the password again. Not inside a transaction: a rollback would undo the count. */
export async function checkStaffPassword(ctx: StaffCtx<'any'>, password: string): Promise<StaffLogin> {
  const member = (await loadStaff(ctx.db, ctx.actor.staffId)) ?? fail('auth.required')
  const count = await countOne(ctx, WRONG_PASSWORDS, ctx.actor.sessionId)
  if (count.isOver) refuseTooMany(count)
  if (!(await verifyPassword(member.passwordHash, password))) fail('auth.wrong_password')
  await giveBack(ctx, WRONG_PASSWORDS, ctx.actor.sessionId)
  return member
}

export async function changeStaffPassword(
  ctx: StaffCtx<'any'>,
  input: { passWord: string; newPass: string },
): Promise<void> {
  refuseWeakPassword(input.newPass, { userName: ctx.actor.name, field: 'newPass' })
  const member = await checkStaffPassword(ctx, input.passWord)
  const hashes = { old: member.passwordHash, new: await hashPassword(input.newPass) }
  await changeOwnFactor(ctx, { action: 'staff.password_changed' }, async (tx) => {
    if (!(await updateStaffPassword(tx.db, member.id, hashes))) fail('auth.wrong_password')
  })
}
