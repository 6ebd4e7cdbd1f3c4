import type { Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { revokeStaffSessions } from '../factors/queries.ts'
import { revokeInvitations } from '../invitations/queries.ts'
import { findMemberIds, retireMember } from './queries.ts'

/** For a change of owner: no earlier member gets in any more, by a session, a password or an open invitation. */
export async function endTeam(
  ctx: Pick<Ctx, 'now'> & { db: Tx },
  resellerId: number,
  actor: AuditActor,
): Promise<number> {
  const members = await findMemberIds(ctx.db, resellerId)
  for (const id of members) {
    await revokeStaffSessions(ctx.db, id, null, ctx.now)
    await retireMember(ctx.db, id, ctx.now)
  }
  await revokeInvitations(ctx.db, resellerId, null, ctx.now)
  const entry = { resellerId, actor, action: 'staff.team_ended', subject: `reseller:${resellerId}` }
  await writeAudit(ctx.db, { ...entry, detail: { members: members.length } }, ctx.now)
  return members.length
}
