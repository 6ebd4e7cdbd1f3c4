import { inTx, type Ctx } from '../../platform/context.ts'
import { refuseWeakPassword } from '../../platform/secrets/password-rules.ts'
import { hashPassword } from '../../platform/secrets/passwords.ts'
import { setPasswordHash } from '../accounts/credentials.ts'
import { emit, userOf } from '../events/emit.ts'
import { rememberDevice } from './devices/remember-device.ts'
import { endSessions } from './end-sessions.ts'
import { checkPassword } from './factors/check-password.ts'
import { loadSessionFamily, moveSession } from './queries.ts'

/**
 * Keeps the current session. Ends every other session and every device credential, this device's too: the reason for
 * the change may be that somebody has a copy. A remembered device gets a new credential.
 */
export async function changePassword(
  ctx: Ctx<'user'>,
  input: { oldPass: string; newPass: string },
): Promise<{ device?: string }> {
  const { owner } = ctx
  refuseWeakPassword(input.newPass, { userName: ctx.actor.userName, field: 'newPass' })
  await checkPassword(ctx, input.oldPass)
  const passwordHash = await hashPassword(input.newPass)
  return inTx(ctx, async (tx) => {
    await setPasswordHash(tx, owner, passwordHash)
    const oldFamilyId = await loadSessionFamily(tx.db, owner, ctx.actor.sessionId)
    await endSessions(tx, owner, { sessionId: ctx.actor.sessionId })
    await emit(tx, 'password.changed', userOf(owner))
    if (!oldFamilyId) return {}
    const { familyId, credential } = rememberDevice(tx, owner)
    await moveSession(tx.db, owner, ctx.actor.sessionId, familyId)
    return { device: credential }
  })
}
