import type { Static } from 'typebox'

import type { consoleApi } from '../../../../contract/console/api.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { staffActor, staffSubject, writeAudit } from '../../audit/audit.ts'
import { checkStaffCode } from '../check-staff-code.ts'
import { loadStaff } from '../queries.ts'
import { checkStaffPassword } from './own-password.ts'
import { askForPasskey, takePasskeyAnswer } from './passkeys-of-console.ts'
import { proveStaffSession } from './queries.ts'

type Input = Static<typeof consoleApi.factors.stepUp.input>
type Begun = Static<typeof consoleApi.factors.stepUpBegin.output>

/** Which proofs count: the factors that are set; the password only if there is none. */
export async function beginStepUp(ctx: StaffCtx<'any'>): Promise<Begun> {
  const { staffId } = ctx.actor
  const member = (await loadStaff(ctx.db, staffId)) ?? fail('auth.required')
  const hasPasskey = member.passkeys > 0
  const ways: Begun['ways'] = [
    ...(member.totpConfirmedAt ? (['totp'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
  ]
  if (ways.length === 0) return { ways: ['password'], options: null }
  return { ways, options: hasPasskey ? await askForPasskey(ctx, { staffId, purpose: 'step-up' }) : null }
}

/** Counts for ten minutes, in this session only. */
export async function stepUp(ctx: StaffCtx<'any'>, input: Input): Promise<void> {
  const { staffId, sessionId, resellerId } = ctx.actor
  await prove(ctx, input)
  await proveStaffSession(ctx.db, sessionId, ctx.now)
  const entry = { resellerId, actor: staffActor(ctx), action: 'staff.stepped_up', subject: staffSubject(staffId) }
  await writeAudit(ctx.db, entry, ctx.now)
}

async function prove(ctx: StaffCtx<'any'>, { code, response, passWord }: Input): Promise<void> {
  const { staffId, sessionId } = ctx.actor
  const member = (await loadStaff(ctx.db, staffId)) ?? fail('auth.required')
  const hasFactor = member.totpConfirmedAt !== null || member.passkeys > 0
  if (response) return void (await takePasskeyAnswer(ctx, { staffId, purpose: 'step-up' }, response))
  if (hasFactor) {
    if (code === undefined) fail('request.invalid', { fields: { code: 'required' } })
    return checkStaffCode(ctx, member, code, sessionId)
  }
  if (passWord === undefined) fail('request.invalid', { fields: { passWord: 'required' } })
  await checkStaffPassword(ctx, passWord)
}
