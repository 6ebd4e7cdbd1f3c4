import { needsFactor } from '../../../config.ts'
import { inTx, type StaffCtx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { staffActor, staffSubject, writeAudit, type AuditWords } from '../../audit/audit.ts'
import { emit } from '../../events/emit.ts'
import { hashRecoveryCode, makeRecoveryCodes } from '../../sign-in/recovery-codes.ts'
import { staffKey } from '../check-staff-code.ts'
import { countStaffRecoveryCodes, loadStaff } from '../queries.ts'
import { lockMember } from '../team/queries.ts'
import { replaceRecoveryCodes, revokeStaffSessions } from './queries.ts'

type OwnCtx = StaffCtx<'any'>
type Change = { action: string; before?: AuditWords; after?: AuditWords }

/**
 * Changes how the member signs in, in one transaction: every other session ends, the member is told, and the audit
 * records it. The member's row is locked, so that two changes at once cannot both count a factor that the other
 * removes.
 */
export async function changeOwnFactor<T>(
  ctx: OwnCtx,
  change: Change,
  apply: (tx: OwnCtx & { db: Tx }) => Promise<T>,
): Promise<T> {
  const { staffId, sessionId, resellerId } = ctx.actor
  return inTx(ctx, async (tx) => {
    if (!(await lockMember(tx.db, resellerId, staffId))) fail('auth.required')
    const result = await apply(tx)
    await revokeStaffSessions(tx.db, staffId, sessionId, ctx.now)
    const entry = { resellerId, actor: staffActor(ctx), subject: staffSubject(staffId), ...change }
    await writeAudit(tx.db, entry, ctx.now)
    const isPassword = change.action === 'staff.password_changed'
    await emit(tx, isPassword ? 'member.password_changed' : 'member.factor_changed', { resellerId, staffId })
    return result
  })
}

/** The first factor brings ten recovery codes; they are shown only once. */
export async function firstRecoveryCodes(ctx: OwnCtx & { db: Tx }): Promise<string[]> {
  const left = await countStaffRecoveryCodes(ctx.db, ctx.actor.staffId)
  return left > 0 ? [] : newRecoveryCodes(ctx)
}

export async function newRecoveryCodes(ctx: OwnCtx & { db: Tx }): Promise<string[]> {
  const { staffId } = ctx.actor
  const codes = makeRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(ctx.config, staffKey(staffId), code))
  await replaceRecoveryCodes(ctx.db, staffId, hashes)
  return codes
}

/**
 * After a removal: another factor must be left where one is required, and recovery codes without a factor are useless.
 */
export async function keepOneFactor(ctx: OwnCtx & { db: Tx }): Promise<void> {
  const member = (await loadStaff(ctx.db, ctx.actor.staffId)) ?? fail('auth.required')
  if (member.totpConfirmedAt || member.passkeys > 0) return
  if (needsFactor(ctx.config, ctx.client)) fail('staff.factor_required')
  await replaceRecoveryCodes(ctx.db, member.id, [])
}
