import { consoleApi } from '../../../../contract/console/api.ts'
import { inTx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { auditLook, staffSubject } from '../../audit/audit.ts'
import { findInvitations } from '../invitations/find-invitations.ts'
import { inviteMember, revokeInvitation } from '../invitations/invite-member.ts'
import { asMember, teamOf } from './by.ts'
import { changeMemberRole, endMemberSessions, removeMember } from './change-member.ts'
import { findDevices, findMembers, findRoles } from './find-team.ts'
import { endOtherDevices, endOwnDevice } from './own-devices.ts'
import { lockMember } from './queries.ts'
import { removeRole, saveRole } from './save-role.ts'

const { staff, devices } = consoleApi

export const teamRoutes = [
  bind(staff.list, (ctx) => findMembers(ctx, teamOf(ctx), ctx.actor.staffId)),
  bind(staff.roles, (ctx) => findRoles(ctx, teamOf(ctx))),
  bind(staff.saveRole, (ctx, input) => {
    const { team, by } = asMember(ctx)
    return saveRole(ctx, team, input, by)
  }),
  bind(staff.removeRole, async (ctx, { id }) => {
    const { team, by } = asMember(ctx)
    await removeRole(ctx, team, id, by)
  }),
  bind(staff.invitations, (ctx) => findInvitations(ctx, teamOf(ctx))),
  bind(staff.invite, (ctx, { role, email }) => {
    const { team, by } = asMember(ctx)
    return inviteMember(ctx, { team, role, email: email ?? null, language: ctx.language }, by)
  }),
  bind(staff.revokeInvitation, async (ctx, { id }) => {
    const { team, by } = asMember(ctx)
    await revokeInvitation(ctx, team, id, by)
  }),
  bind(staff.changeRole, async (ctx, { id, role }) => {
    const { team, by } = asMember(ctx)
    await changeMemberRole(ctx, { team, id }, role, by)
  }),
  bind(staff.remove, async (ctx, { id }) => {
    const { team, by } = asMember(ctx)
    await removeMember(ctx, { team, id }, by)
  }),
  bind(staff.sessions, (ctx, { id }) =>
    inTx(ctx, async (tx) => {
      if (!(await lockMember(tx.db, teamOf(ctx), id))) fail('object.unknown')
      await auditLook(tx, 'staff.sessions_seen', staffSubject(id))
      return findDevices(tx, id, ctx.actor.sessionId)
    }),
  ),
  bind(staff.endSessions, async (ctx, { id }) => {
    const { team, by } = asMember(ctx)
    await endMemberSessions(ctx, { team, id }, by)
  }),
  bind(devices.list, (ctx) => findDevices(ctx, ctx.actor.staffId, ctx.actor.sessionId)),
  bind(devices.end, endOwnDevice),
  bind(devices.endOthers, endOtherDevices),
]
