import { brandOf } from '../../../../contract/brand.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { loadWebauthn, PASSKEY_ALGORITHMS } from '../../sign-in/passkeys.ts'
import { checkPassword } from './check-password.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { keepChallenge, passkeyUserHandle } from './passkey-challenge.ts'
import { findPasskeys } from './passkey-queries.ts'
import { getRelyingParty } from './relying-party.ts'

/** A passkey alone can sign in, so adding one needs everything that a sign-in needs. */
export async function beginPasskey(
  ctx: Ctx<'user'>,
  input: { passWord: string; totp?: string },
): Promise<{ options: Record<string, unknown> }> {
  const { owner } = ctx
  const site = await getRelyingParty(ctx, ctx.resellerId)
  await checkPassword(ctx, input.passWord)
  await checkSecondFactor(ctx, owner, input.totp)
  const kept = await findPasskeys(ctx.db, owner)
  if (kept.length >= limits.passkeysPerAccount) fail('passkey.too_many')
  const { generateRegistrationOptions } = await loadWebauthn()
  const options = await generateRegistrationOptions({
    rpName: brandOf(ctx.resellerId, await getReseller(ctx, ctx.resellerId)).title,
    rpID: site.id,
    userName: ctx.actor.userName,
    userID: new Uint8Array(passkeyUserHandle(ctx.config, owner)),
    timeout: limits.passkeyChallengeTtlMs,
    attestationType: 'none',
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    excludeCredentials: kept.map(({ id, transports }) => ({ id, transports })),
    // The key must store its user, because nobody types a name, and verify the person: it replaces password and code.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(ctx, { ...owner, purpose: 'register' }, options.challenge)
  return { options: { ...options } }
}
