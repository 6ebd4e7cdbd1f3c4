import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'
import { resellerOfCaller } from '../resellers/reseller-by-host.ts'
import { looksLikeCredential } from './devices/credential.ts'
import { useDevice, type UsedDevice } from './devices/use-device.ts'
import { openSession, type OpenedSession, type ReadInfo } from './open-session.ts'
import { loadSession } from './queries.ts'
import { signIn } from './sign-in.ts'

type SilentLogin = Static<typeof api.sessions.silentLogin.input>

/**
 * Signs in with what "remember me" stored. A real password there (from before device credentials) goes through the full
 * rules of a login, otherwise this would be a way to guess without them; the answer brings the credential that replaces
 * it.
 */
export async function signInSilently(ctx: Ctx<'anyone'>, input: SilentLogin, read: ReadInfo): Promise<OpenedSession> {
  const dailiKey = await resellerOfCaller(ctx, input.dailiKey)
  if (!looksLikeCredential(input.passWord)) return signIn(ctx, { ...input, dailiKey, remember: true }, read)
  // One transaction: a credential is used up exactly when its session exists.
  const signedIn = await inTx(ctx, async (tx) => {
    const used = await useDevice(tx, { resellerId: dailiKey, userName: input.userName }, input.passWord)
    if (!used || used === 'ended') return used
    return used.isRepeat ? joinSession(tx, used) : openSession(tx, used.account, 'remembered', used)
  })
  if (signedIn === 'ended') fail('auth.device_ended')
  return signedIn ?? fail('auth.device_refused')
}

/**
 * A repeated use gets the session of the first, however often. It gets its own session only when the first one's token
 * was already renewed.
 */
async function joinSession(
  tx: Ctx<'anyone'> & { db: Tx },
  { account, device, token }: UsedDevice,
): Promise<OpenedSession> {
  const seenAfter = new Date(tx.now.getTime() - limits.sessionIdleMs)
  const opened = await loadSession(tx.db, sha256(token), tx.now, seenAfter)
  if (!opened) return openSession(tx, account, 'remembered', { device })
  return { owner: { ...account, sessionId: opened.id }, token, device }
}
