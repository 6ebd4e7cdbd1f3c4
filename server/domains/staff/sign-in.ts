import type { Static } from 'typebox'

import type { consoleApi } from '../../../contract/console/api.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Asker } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { mayEnter } from '../../platform/secrets/demo-door.ts'
import { verifyPassword } from '../../platform/secrets/passwords.ts'
import { judgeAttempt } from '../sign-in/judge-attempt.ts'
import { checkStaffCode } from './check-staff-code.ts'
import { openStaffSession } from './open-staff-session.ts'
import { loadStaffByName } from './queries.ts'

/** No reseller has this key: wrong tries here are counted apart from users and monitors of the same name. */
const NO_RESELLER = -2

/** Same limits as a user's sign-in; known and unknown names take one hash and get one answer. */
export function signInStaff(
  ctx: Ctx<'public'>,
  input: Static<typeof consoleApi.session.signIn.input>,
): Promise<object> {
  const attempt = { resellerId: NO_RESELLER, userName: input.name, captcha: input.captcha, familyId: null }
  const first = (one: Asker) => loadStaffByName(one, input.name)
  return judgeAttempt(ctx, attempt, { first }, async (member) => {
    const isRight = await verifyPassword(member?.passwordHash ?? null, input.passWord)
    if (!member || !isRight || !mayEnter(ctx, member.isDemo, input.passWord)) fail('auth.bad_credentials')
    if (member.totpConfirmedAt || member.passkeys > 0) {
      if (input.totp === undefined) fail('auth.totp_required', { data: { passkey: member.passkeys > 0 } })
      await checkStaffCode(ctx, member, input.totp, null)
    }
    await openStaffSession(ctx, member)
    return {}
  })
}
