import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { credentialIdOf, userHandleOf, verifyPasskey } from '../../sign-in/passkeys.ts'
import { openSession, type OpenedSession } from '../open-session.ts'
import { passkeyUserHandle, spendChallengeOf } from './passkey-challenge.ts'
import { loadPasskeyLogin, usePasskey } from './passkey-queries.ts'
import { getRelyingParty } from './relying-party.ts'

type PasskeyLogin = { dailiKey: number; response: Record<string, unknown>; remember?: boolean }

/** The key proves possession and has verified the person: both factors at once, so no TOTP is needed. */
export async function signInWithPasskey(ctx: Ctx<'public'>, input: PasskeyLogin): Promise<OpenedSession> {
  const resellerId = input.dailiKey
  const site = await getRelyingParty(ctx, resellerId)
  const challenge = await spendChallengeOf(ctx, { resellerId, accountId: null, purpose: 'login' }, input.response)
  const { response } = input
  const id = credentialIdOf(response) ?? fail('passkey.refused')
  const passkey = (await loadPasskeyLogin(ctx.db, resellerId, id)) ?? fail('passkey.refused')
  const owner = { resellerId, accountId: passkey.accountId }
  if (userHandleOf(response) !== passkeyUserHandle(ctx.config, owner).toString('base64url')) {
    fail('passkey.refused')
  }
  const newCounter = (await verifyPasskey(site, challenge, passkey, response)) ?? fail('passkey.refused')
  const counters = { resellerId, id: passkey.id, oldCounter: passkey.counter, newCounter }
  if (!(await usePasskey(ctx.db, counters, ctx.now))) fail('passkey.refused')
  if (passkey.lockedAt) fail('auth.locked')
  return openSession(ctx, owner, 'password', { remember: input.remember === true })
}
