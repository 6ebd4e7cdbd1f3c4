import { inTx, type StaffCtx } from '../../platform/context.ts'
import { staffActor, staffSubject, writeAudit } from '../audit/audit.ts'
import { revokeStaffSession } from './session-queries.ts'

export async function signOutStaff(ctx: StaffCtx<'any'>): Promise<void> {
  const { staffId, sessionId, resellerId } = ctx.actor
  await inTx(ctx, async (tx) => {
    await revokeStaffSession(tx.db, staffId, sessionId, ctx.now)
    const entry = { resellerId, actor: staffActor(ctx), action: 'staff.signed_out', subject: staffSubject(staffId) }
    await writeAudit(tx.db, entry, ctx.now)
  })
  ctx.setConsoleToken(null)
}
