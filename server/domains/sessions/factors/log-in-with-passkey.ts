import { verifyAuthenticationResponse, type AuthenticationResponseJSON } from '@simplewebauthn/server'

import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { openSession, type OpenedSession } from '../open-session.ts'
import { passkeyUserHandle, spendChallengeOf } from './passkey-challenge.ts'
import { loadPasskeyLogin, usePasskey, type LoginPasskey } from './passkey-queries.ts'
import { getRelyingParty, type RelyingParty } from './relying-party.ts'

type PasskeyLogin = { dailiKey: number; response: Record<string, unknown>; remember?: boolean }

/** The key proves possession and its own check of the person: both factors at once, so no TOTP is asked for. */
export async function logInWithPasskey(ctx: Ctx<'public'>, input: PasskeyLogin): Promise<OpenedSession> {
  const resellerId = input.dailiKey
  const site = await getRelyingParty(ctx, resellerId)
  const challenge = await spendChallengeOf(ctx, { resellerId, accountId: null, purpose: 'login' }, input.response)
  const response = input.response as unknown as AuthenticationResponseJSON
  const passkey = (await loadOwn(ctx, resellerId, response.id)) ?? fail('passkey.refused')
  const owner = { resellerId, accountId: passkey.accountId }
  if (response.response.userHandle !== passkeyUserHandle(ctx.config, owner).toString('base64url')) {
    fail('passkey.refused')
  }
  const newCounter = (await verify(site, challenge, passkey, response)) ?? fail('passkey.refused')
  const counters = { resellerId, id: passkey.id, oldCounter: passkey.counter, newCounter }
  if (!(await usePasskey(ctx.db, counters, ctx.now))) fail('passkey.refused')
  if (passkey.lockedAt) fail('auth.locked')
  return openSession(ctx, owner, 'password', { remember: input.remember === true })
}

async function loadOwn(ctx: Ctx<'public'>, resellerId: number, id: unknown): Promise<LoginPasskey | null> {
  return typeof id === 'string' && /^[\w-]{1,1400}$/.test(id) ? loadPasskeyLogin(ctx.db, resellerId, id) : null
}

async function verify(
  site: RelyingParty,
  challenge: string,
  passkey: LoginPasskey,
  response: AuthenticationResponseJSON,
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
