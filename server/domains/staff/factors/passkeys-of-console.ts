import { isIP } from 'node:net'

import { limits } from '../../../../contract/limits.ts'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { hmac } from '../../../platform/crypto.ts'
import { fail } from '../../../platform/errors.ts'
import {
  challengeOf,
  credentialIdOf,
  loadWebauthn,
  userHandleOf,
  verifyPasskey,
  type RelyingParty,
} from '../../../platform/passkeys.ts'
import {
  findStaffPasskeys,
  insertStaffChallenge,
  loadStaffPasskey,
  spendStaffChallenge,
  useStaffPasskey,
  type Asked,
} from './passkey-queries.ts'

type PasskeyCtx = Pick<Ctx, 'db' | 'now' | 'config'>
type Json = Record<string, unknown>

/** The console stands at one host, and its passkeys belong to it. Browsers make none for bare addresses. */
export function consoleSite({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) fail('passkey.wrong_host')
  return { id: hostname, origin }
}

/** Who the passkey is for, as the authenticator stores it: says nothing about the member to whoever holds the key. */
export function staffUserHandle(config: Config, staffId: number): Buffer {
  return hmac(config.derivingKey, 'staff-passkey-user', String(staffId))
}

export async function keepStaffChallenge(ctx: PasskeyCtx, asked: Asked, challenge: string): Promise<void> {
  const expiresAt = new Date(ctx.now.getTime() + limits.passkeyChallengeTtlMs)
  await insertStaffChallenge(ctx.db, asked, challenge, { now: ctx.now, expiresAt })
}

/** The challenge a browser answers, used up before anything else is looked at. */
export async function spendStaffChallengeOf(ctx: PasskeyCtx, asked: Asked, response: Json): Promise<string> {
  const challenge = challengeOf(response)
  if (challenge === null || !(await spendStaffChallenge(ctx.db, asked, challenge, ctx.now))) fail('passkey.refused')
  return challenge
}

/** Of a signed-in member the own keys are named; before that nobody is, and the answer says who it is. */
export async function askForPasskey(ctx: PasskeyCtx, asked: Asked): Promise<Json> {
  const known = asked.staffId === null ? [] : await findStaffPasskeys(ctx.db, asked.staffId)
  const { generateAuthenticationOptions } = await loadWebauthn()
  const options = await generateAuthenticationOptions({
    rpID: consoleSite(ctx.config).id,
    timeout: limits.passkeyChallengeTtlMs,
    userVerification: 'required',
    allowCredentials: known.map(({ id }) => ({ id })),
  })
  await keepStaffChallenge(ctx, asked, options.challenge)
  return { ...options }
}

/** Whose key answered, or a refusal that does not say what was wrong. */
export async function takePasskeyAnswer(ctx: PasskeyCtx, asked: Asked, response: Json): Promise<number> {
  const site = consoleSite(ctx.config)
  const challenge = await spendStaffChallengeOf(ctx, asked, response)
  const id = credentialIdOf(response) ?? fail('passkey.refused')
  const passkey = (await loadStaffPasskey(ctx.db, id)) ?? fail('passkey.refused')
  if (asked.staffId !== null && asked.staffId !== passkey.staffId) fail('passkey.refused')
  const handle = userHandleOf(response)
  const isOwn = handle === staffUserHandle(ctx.config, passkey.staffId).toString('base64url')
  // A key that was named beforehand need not say whose it is.
  if (!isOwn && (asked.staffId === null || handle !== null)) fail('passkey.refused')
  const counter = (await verifyPasskey(site, challenge, passkey, response)) ?? fail('passkey.refused')
  if (!(await useStaffPasskey(ctx.db, passkey, counter, ctx.now))) fail('passkey.refused')
  return passkey.staffId
}
