import type { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { AnswerOf } from '../../../platform/http/answer.ts'
import { countStaffRecoveryCodes, loadStaff } from '../queries.ts'
import { findStaffPasskeys } from './passkey-queries.ts'

export async function factorState(ctx: StaffCtx<'any'>): Promise<AnswerOf<typeof consoleApi.factors.state>> {
  const { staffId } = ctx.actor
  const member = (await loadStaff(ctx.db, staffId)) ?? fail('auth.required')
  const passkeys = await findStaffPasskeys(ctx.db, staffId)
  return {
    totp: member.totpConfirmedAt !== null,
    recoveryCodesLeft: await countStaffRecoveryCodes(ctx.db, staffId),
    passkeys,
  }
}
