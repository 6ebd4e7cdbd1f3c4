import { isIP } from 'node:net'

import { limits } from '../../../../contract/limits.ts'
import type { Config } from '../../../config.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { hmac } from '../../../platform/secrets/crypto.ts'
import {
  challengeOf,
  credentialIdOf,
  loadWebauthn,
  userHandleOf,
  verifyPasskey,
  type RelyingParty,
} from '../../sign-in/passkeys.ts'
import {
  findStaffPasskeys,
  insertStaffChallenge,
  loadStaffPasskey,
  spendStaffChallenge,
  useStaffPasskey,
  type StaffChallenge,
} from './passkey-queries.ts'

type PasskeyCtx = Pick<Ctx, 'db' | 'now' | 'config'>
type Json = Record<string, unknown>

/** The console has one host, and its passkeys belong to it. Browsers make none for bare addresses. */
export function consoleSite({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) fail('passkey.wrong_host')
  return { id: hostname, origin }
}

/** The user id that the authenticator stores; it reveals nothing about the member to a person who has the key. */
export function staffUserHandle(config: Config, staffId: number): Buffer {
  return hmac(config.derivingKey, 'staff-passkey-user', String(staffId))
}

export async function keepStaffChallenge(ctx: PasskeyCtx, asked: StaffChallenge, challenge: string): Promise<void> {
  const expiresAt = new Date(ctx.now.getTime() + limits.passkeyChallengeTtlMs)
  await insertStaffChallenge(ctx.db, asked, challenge, { now: ctx.now, expiresAt })
}

/** Uses up the challenge that a browser answers, before anything else is checked. */
export async function spendStaffChallengeOf(ctx: PasskeyCtx, asked: StaffChallenge, response: Json): Promise<string> {
  const challenge = challengeOf(response)
  if (challenge === null || !(await spendStaffChallenge(ctx.db, asked, challenge, ctx.now))) fail('passkey.refused')
  return challenge
}

/** Lists the keys of a signed-in member. Before sign-in it lists none, and the answer says who the member is. */
export async function askForPasskey(ctx: PasskeyCtx, asked: StaffChallenge): Promise<Json> {
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

/** Returns the member whose key answered, or refuses without saying what was wrong. */
export async function takePasskeyAnswer(ctx: PasskeyCtx, asked: StaffChallenge, response: Json): Promise<number> {
  const site = consoleSite(ctx.config)
  const challenge = await spendStaffChallengeOf(ctx, asked, response)
  const id = credentialIdOf(response) ?? fail('passkey.refused')
  const passkey = (await loadStaffPasskey(ctx.db, id)) ?? fail('passkey.refused')
  if (asked.staffId !== null && asked.staffId !== passkey.staffId) fail('passkey.refused')
  const handle = userHandleOf(response)
  const isOwn = handle === staffUserHandle(ctx.config, passkey.staffId).toString('base64url')
  // A key that was listed beforehand need not name its member.
  if (!isOwn && (asked.staffId === null || handle !== null)) fail('passkey.refused')
  const counter = (await verifyPasskey(site, challenge, passkey, response)) ?? fail('passkey.refused')
  if (!(await useStaffPasskey(ctx.db, passkey, counter, ctx.now))) fail('passkey.refused')
  return passkey.staffId
}
