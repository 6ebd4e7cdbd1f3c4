import type { Static } from 'typebox'

import type { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { refuseWeakPassword } from '../../../platform/secrets/password-rules.ts'
import { hashPassword } from '../../../platform/secrets/passwords.ts'
import { proveEmail, recoverPassword } from '../../accounts/credentials.ts'
import { claimAccount } from '../../accounts/lock-account-row.ts'
import { accountSubject, writeAudit } from '../../audit/audit.ts'
import { emit, userOf } from '../../events/emit.ts'
import { guessCode, useCode, voidCodes, type RightCode } from '../../mail/guess-code.ts'
import { alignLinesLater } from '../../subscriptions/subscription-store.ts'
import { endSessions } from '../end-sessions.ts'
import { checkSecondFactor } from '../factors/check-second-factor.ts'
import { knowAsker } from './know-asker.ts'
import { takeGuessLimit } from './mail-limits.ts'
import { loadRecoveryAccount, type RecoveryAccount } from './queries.ts'

type Input = Static<typeof api.emails.findPass.input>
type Way = 'reset' | 'unlock'

/**
 * Sets a new password for a caller who shows a code: a mailed one, or one from an operator. Until the code is proved
 * right, known and unknown accounts take the same statements and no hash at all.
 */
export async function recoverAccount(ctx: Ctx<'public'>, input: Input, way: Way): Promise<void> {
  const named = { resellerId: input.dailiKey, userName: input.userName }
  const asker = await knowAsker(ctx, named, input)
  const isTold = input.code.length === limits.operatorCodeDigits
  await takeGuessLimit(ctx, asker, isTold)
  refuseWeakPassword(input.newPass, { userName: input.userName, field: 'newPass' })
  const account = await loadRecoveryAccount(ctx.db, named.resellerId, named.userName)
  const code = await guessCode(ctx, named, {
    code: input.code,
    purposes: [isTold ? 'operator_reset' : way],
    lanes: isTold ? ['name'] : asker.lanes,
    caller: asker.caller,
  })
  if (!account || !code || !fits(account, code, input.email)) fail('email.code_wrong')
  if (way === 'reset' && account.lockedAt) fail('auth.locked')
  if (way === 'unlock' && !account.lockedAt) fail('email.code_wrong')
  // An operator's code also serves users who lost the factor. The factor stays set, so signing in still asks for it.
  const owner = { resellerId: account.resellerId, accountId: account.id }
  if (code.purpose !== 'operator_reset')
    await checkSecondFactor(ctx, owner, input.totp, { first: 'mail', familyId: asker.familyId })
  await takeOver(ctx, account, code, { way, passwordHash: await hashPassword(input.newPass) })
}

/** A mailed code counts only while the address it was sent to is still the bound one. */
function fits(account: RecoveryAccount, code: RightCode, typed: string | undefined): boolean {
  const bound = account.email?.toLowerCase()
  if (code.accountId !== account.id || (typed !== undefined && typed.toLowerCase() !== bound)) return false
  return code.purpose === 'operator_reset' || code.email.toLowerCase() === bound
}

/** Password, sessions, devices and codes change in one transaction, so a thief never keeps one of them. */
function takeOver(
  ctx: Ctx<'public'>,
  account: RecoveryAccount,
  code: RightCode,
  { way, passwordHash }: { way: Way; passwordHash: string },
): Promise<void> {
  const owner = { resellerId: account.resellerId, accountId: account.id }
  return inTx(ctx, async (tx) => {
    await claimAccount(tx, owner)
    if (!(await useCode(tx, code))) fail('email.code_wrong')
    if (!(await recoverPassword(tx.db, owner, passwordHash, { unlock: way === 'unlock' }))) fail('email.code_wrong')
    // The code was sent to the address that the account was made with, so its holder reads that mailbox.
    if (code.purpose === 'operator_reset' && code.email !== '') await proveEmail(tx.db, owner, code.email, ctx.now)
    await endSessions(tx, owner)
    if (way === 'unlock') await alignLinesLater(tx, owner)
    await voidCodes(tx, account)
    const subject = accountSubject(account.id)
    const action = way === 'unlock' ? 'account.unlocked' : 'password.reset'
    const detail = { by: code.purpose }
    await writeAudit(tx.db, { resellerId: owner.resellerId, actor: subject, action, subject, detail }, ctx.now)
    if (account.email) await emit(tx, way === 'unlock' ? 'account.unlocked' : 'password.changed', userOf(owner))
  })
}
