import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { staffActor, staffSubject, writeAudit } from '../../audit/audit.ts'
import { revokeStaffSessions } from '../factors/queries.ts'
import { revokeStaffSession } from '../session-queries.ts'

export async function endOwnDevice(ctx: StaffCtx<'any'>, input: { id: string }): Promise<void> {
  await inTx(ctx, async (tx) => {
    if (!(await revokeStaffSession(tx.db, ctx.actor.staffId, input.id, ctx.now))) fail('object.unknown')
    await write(tx, 'staff.device_ended')
  })
}

export async function endOtherDevices(ctx: StaffCtx<'any'>): Promise<void> {
  await inTx(ctx, async (tx) => {
    await revokeStaffSessions(tx.db, ctx.actor.staffId, ctx.actor.sessionId, ctx.now)
    await write(tx, 'staff.devices_ended')
  })
}

function write(ctx: StaffCtx<'any'>, action: string): Promise<void> {
  const { staffId, resellerId } = ctx.actor
  const entry = { resellerId, actor: staffActor(ctx), action, subject: staffSubject(staffId) }
  return writeAudit(ctx.db, entry, ctx.now)
}
