import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { callerOf } from '../../../platform/limits/client-address.ts'
import { takeOne } from '../../../platform/limits/limits.ts'
import { openStaffSession } from '../open-staff-session.ts'
import { loadStaff } from '../queries.ts'
import { askForPasskey, takePasskeyAnswer } from './passkeys-of-console.ts'

type Json = Record<string, unknown>
const ASKED = { staffId: null, purpose: 'sign-in' } as const
/** Limited because each challenge is a row that lives five minutes. */
const PER_CALLER = { name: 'staff-passkey', points: 60, windowMs: 60_000 }

export async function beginStaffPasskeySignIn(ctx: Ctx<'public'>): Promise<{ options: Json }> {
  await takeOne(ctx, PER_CALLER, callerOf(ctx.client.address))
  return { options: await askForPasskey(ctx, ASKED) }
}

/** The key proves possession and has verified the person: both factors at once. */
export async function signInWithPasskey(ctx: Ctx<'public'>, input: { response: Json }): Promise<void> {
  const staffId = await takePasskeyAnswer(ctx, ASKED, input.response)
  const member = (await loadStaff(ctx.db, staffId)) ?? fail('passkey.refused')
  await openStaffSession(ctx, member)
}
