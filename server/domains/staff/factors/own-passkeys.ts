import { limits } from '../../../../contract/limits.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { loadWebauthn, PASSKEY_ALGORITHMS, verifyNewPasskey } from '../../sign-in/passkeys.ts'
import { changeOwnFactor, firstRecoveryCodes, keepOneFactor } from './change-own-factor.ts'
import { deleteStaffPasskey, findStaffPasskeys, insertStaffPasskey } from './passkey-queries.ts'
import { consoleSite, keepStaffChallenge, spendStaffChallengeOf, staffUserHandle } from './passkeys-of-console.ts'

type Json = Record<string, unknown>

export async function beginStaffPasskey(ctx: StaffCtx<'any'>): Promise<{ options: Json }> {
  const { staffId, name } = ctx.actor
  const site = consoleSite(ctx.config)
  const kept = await findStaffPasskeys(ctx.db, staffId)
  if (kept.length >= limits.passkeysPerAccount) fail('passkey.too_many')
  const { generateRegistrationOptions } = await loadWebauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Yuxian Console',
    rpID: site.id,
    userName: name,
    userID: new Uint8Array(staffUserHandle(ctx.config, staffId)),
    timeout: limits.passkeyChallengeTtlMs,
    attestationType: 'none',
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    excludeCredentials: kept.map(({ id, transports }) => ({ id, transports })),
    // The key must store its member, because nobody types a name, and verify the person: it replaces password and code.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepStaffChallenge(ctx, { staffId, purpose: 'register' }, options.challenge)
  return { options: { ...options } }
}

export async function finishStaffPasskey(
  ctx: StaffCtx<'any'>,
  input: { name: string; response: Json },
): Promise<{ recoveryCodes: string[] }> {
  const { staffId } = ctx.actor
  const site = consoleSite(ctx.config)
  const challenge = await spendStaffChallengeOf(ctx, { staffId, purpose: 'register' }, input.response)
  const credential = (await verifyNewPasskey(site, challenge, input.response)) ?? fail('passkey.refused')
  const recoveryCodes = await changeOwnFactor(ctx, { action: 'staff.passkey_added' }, async (tx) => {
    if ((await findStaffPasskeys(tx.db, staffId)).length >= limits.passkeysPerAccount) fail('passkey.too_many')
    const passkey = { ...credential, staffId, name: input.name, createdAt: ctx.now }
    if (!(await insertStaffPasskey(tx.db, passkey))) fail('passkey.refused')
    return firstRecoveryCodes(tx)
  })
  return { recoveryCodes }
}

export async function removeStaffPasskey(ctx: StaffCtx<'any'>, input: { id: string }): Promise<void> {
  await changeOwnFactor(ctx, { action: 'staff.passkey_removed' }, async (tx) => {
    if (!(await deleteStaffPasskey(tx.db, ctx.actor.staffId, input.id))) fail('object.unknown')
    await keepOneFactor(tx)
  })
}
