import type { Static } from 'typebox'

import type { recover } from '../../../../contract/console/recover.ts'
import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { callerOf } from '../../../platform/limits/client-address.ts'
import { takeOne } from '../../../platform/limits/limits.ts'
import { refuseWeakPassword } from '../../../platform/secrets/password-rules.ts'
import { hashPassword } from '../../../platform/secrets/passwords.ts'
import { staffSubject, writeAudit } from '../../audit/audit.ts'
import { emitAll } from '../../events/emit.ts'
import { guessStaffCode, useCode } from '../../mail/guess-code.ts'
import { checkStaffCode } from '../check-staff-code.ts'
import { recoverStaffPassword, revokeStaffSessions } from '../factors/queries.ts'
import { loadStaffByName, type StaffLogin } from '../queries.ts'
import { resetSubject } from './send-code.ts'

type Reset = typeof recover.reset
const GUESSES = { name: 'staff-reset-guess', points: limits.mailGuessesPerClient, windowMs: 3_600_000 }

/**
 * Sets a new password for a member who reads the verified mailbox and has the factor. The mailbox alone opens nothing: a member
 * without a factor is refused like a wrong code. What the factor is tried for costs its usual tries.
 */
export async function resetStaffPassword(ctx: Ctx<'public'>, input: Static<Reset['input']>): Promise<void> {
  const { name, email, code: typed, totp, newPass } = input
  const caller = callerOf(ctx.client.address)
  await takeOne(ctx, GUESSES, caller)
  refuseWeakPassword(newPass, { userName: name, field: 'newPass' })
  const member = await loadStaffByName(ctx.db, name)
  const named = { resellerId: member?.resellerId ?? 0, id: resetSubject(name, email) }
  const code = await guessStaffCode(ctx, named, { code: typed, caller })
  if (!member?.email || code?.email.toLowerCase() !== member.email.toLowerCase()) fail('email.code_wrong')
  if (!member.totpConfirmedAt && member.passkeys === 0) fail('email.code_wrong')
  if (totp === undefined) fail('auth.totp_required')
  await checkStaffCode(ctx, member, totp, null)
  await takeOver(ctx, member, code, await hashPassword(newPass))
}

/** Password, sessions and the mails in one transaction, so that a thief keeps nothing and nobody is left untold. */
function takeOver(ctx: Ctx<'public'>, member: StaffLogin, code: { id: string }, passwordHash: string): Promise<void> {
  const { id, resellerId, name } = member
  return inTx(ctx, async (tx) => {
    if (!(await useCode(tx, code))) fail('email.code_wrong')
    const hashes = { old: member.passwordHash, new: passwordHash }
    if (!(await recoverStaffPassword(tx.db, id, hashes, ctx.now))) fail('email.code_wrong')
    await revokeStaffSessions(tx.db, id, null, ctx.now)
    const actor = { name: staffSubject(id), address: ctx.client.address }
    await writeAudit(tx.db, { resellerId, actor, action: 'staff.password_reset', subject: staffSubject(id) }, ctx.now)
    const about = { resellerId, staffId: id }
    await emitAll(tx, [
      ['member.password_changed', about],
      ['member.password_reset', { ...about, aside: { member: name } }],
    ])
  })
}
