import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { SignedIn } from '../../../contract/accounts.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { looksLikeCredential } from './devices/credential.ts'
import { useDevice } from './devices/use-device.ts'
import { logIn } from './log-in.ts'
import { openSession } from './open-session.ts'

type SilentLogin = Static<typeof api.sessions.silentLogin.input>

/**
 * Sign-in with what "remember me" stored. A real password there (from before device credentials) goes through the full
 * rules of a login, or this would be a way to guess without them; its answer brings the credential that replaces it.
 */
export async function logInSilently(ctx: Ctx<'public'>, input: SilentLogin): Promise<SignedIn> {
  if (!looksLikeCredential(input.passWord)) return logIn(ctx, { ...input, remember: true })
  // One transaction: a credential is used up exactly when its session exists.
  const signedIn = await inTx(ctx, async (tx) => {
    const used = await useDevice(tx, { resellerId: input.dailiKey, userName: input.userName }, input.passWord)
    if (!used) return null
    return openSession(tx, used.account, 'remembered', { device: used.device })
  })
  return signedIn ?? fail('auth.device_refused')
}
