import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { loadStaff } from '../queries.ts'
import { changeOwnFactor, newRecoveryCodes } from './change-own-factor.ts'

/** Refused without a factor: the codes would be useless. */
export async function renewRecoveryCodes(ctx: StaffCtx<'any'>): Promise<{ recoveryCodes: string[] }> {
  const member = (await loadStaff(ctx.db, ctx.actor.staffId)) ?? fail('auth.required')
  if (!member.totpConfirmedAt && member.passkeys === 0) fail('factor.missing')
  return { recoveryCodes: await changeOwnFactor(ctx, { action: 'staff.recovery_renewed' }, newRecoveryCodes) }
}
