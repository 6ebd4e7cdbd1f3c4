import { consoleApi } from '../../../../contract/console/api.ts'
import { inTx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { auditLook, staffSubject } from '../../audit/audit.ts'
import { inviteMember } from '../invitations/invite-member.ts'
import { asMember, teamOf } from './by.ts'
import { findDevices } from './find-team.ts'
import { lockMember } from './queries.ts'

const { staff } = consoleApi

export const inviteToTeam: Handler<typeof staff.invite> = (ctx, { role, email }) => {
  const { team, by } = asMember(ctx)
  return inviteMember(ctx, { team, role, email: email ?? null, language: ctx.language }, by)
}

export const showSessions: Handler<typeof staff.sessions> = (ctx, { id }) =>
  inTx(ctx, async (tx) => {
    if (!(await lockMember(tx.db, teamOf(ctx), id))) fail('object.unknown')
    await auditLook(tx, 'staff.sessions_seen', staffSubject(id))
    return findDevices(tx, id, ctx.actor.sessionId)
  })
