import { limits } from '../../../../contract/limits.ts'
import type { Ctx } from '../../../platform/context.ts'
import { callerOf } from '../../../platform/limits/client-address.ts'
import { takeOne } from '../../../platform/limits/limits.ts'
import { getReseller } from '../../resellers/reseller-config.ts'
import { loadWebauthn } from '../../sign-in/passkeys.ts'
import { keepChallenge } from './passkey-challenge.ts'
import { getRelyingParty } from './relying-party.ts'

/** Limited because each challenge is a row that lives five minutes. */
const ASKED = { name: 'passkey-login', points: 60, windowMs: 60_000 }

/** Names neither an account nor a key: the browser offers its keys, and its answer says who the user is. */
export async function beginPasskeySignIn(
  ctx: Ctx<'public'>,
  input: { dailiKey: number },
): Promise<{ options: Record<string, unknown> }> {
  await takeOne(ctx, ASKED, callerOf(ctx.client.address))
  const { id: resellerId } = await getReseller(ctx, input.dailiKey)
  const site = await getRelyingParty(ctx, resellerId)
  const { generateAuthenticationOptions } = await loadWebauthn()
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    timeout: limits.passkeyChallengeTtlMs,
    userVerification: 'required',
  })
  await keepChallenge(ctx, { resellerId, accountId: null, purpose: 'login' }, options.challenge)
  return { options: { ...options } }
}
