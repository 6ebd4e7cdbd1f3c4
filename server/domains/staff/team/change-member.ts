import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { staffSubject, writeAudit, type AuditEntry } from '../../audit/audit.ts'
import { emit } from '../../events/emit.ts'
import { deleteStaffPasskeys } from '../factors/passkey-queries.ts'
import { clearStaffSecret, replaceRecoveryCodes, revokeStaffSessions } from '../factors/queries.ts'
import { revokeInvitationsOf } from '../invitations/queries.ts'
import { permissionsOf, roleNameOf } from '../role-permissions.ts'
import { refuseBeyond, type By } from './by.ts'
import { getRole, type RoleRef } from './get-role.ts'
import { lockMember, lockOwners, retireMember, updateRole, type LockedMember } from './queries.ts'

type ChangeCtx = Pick<Ctx, 'db' | 'now'>
type Member = { team: number | null; id: number }

/** The new role applies from the member's next call, on every process. */
export function changeMemberRole(ctx: ChangeCtx, member: Member, ref: RoleRef, by: By): Promise<void> {
  return change(ctx, member, by, async (tx, held, owners) => {
    const role = await getRole(tx.db, member.team, ref)
    refuseBeyond(by, role.permissions)
    if (role.choice.role !== 'owner') keepAnOwner(owners, held.id)
    await updateRole(tx.db, held.id, role.choice)
    const detail = await endInvitations(tx, held.id)
    return { action: 'staff.role_changed', before: { role: roleNameOf(held) }, after: { role: role.name }, detail }
  })
}

/** Ends all access of the member at once and frees the name. */
export function removeMember(ctx: ChangeCtx, member: Member, by: By): Promise<void> {
  return change(ctx, member, by, async (tx, held, owners) => {
    keepAnOwner(owners, held.id)
    await revokeStaffSessions(tx.db, held.id, null, tx.now)
    await retireMember(tx.db, held.id, tx.now)
    const detail = await endInvitations(tx, held.id)
    return { action: 'staff.removed', before: { name: held.name, role: roleNameOf(held) }, detail }
  })
}

export function endMemberSessions(ctx: ChangeCtx, member: Member, by: By): Promise<void> {
  return change(ctx, member, by, async (tx, held) => {
    await revokeStaffSessions(tx.db, held.id, null, tx.now)
    return { action: 'staff.sessions_ended' }
  })
}

/** For a member who lost all factors: the next sign-in needs only the password and must first set a new factor. */
export function resetMemberFactor(ctx: ChangeCtx, member: Member, by: By): Promise<void> {
  return change(ctx, member, by, async (tx, held) => {
    await clearStaffSecret(tx.db, held.id)
    await deleteStaffPasskeys(tx.db, held.id)
    await replaceRecoveryCodes(tx.db, held.id, [])
    await revokeStaffSessions(tx.db, held.id, null, tx.now)
    await emit(tx, 'member.factor_changed', { resellerId: member.team, staffId: held.id })
    return { action: 'staff.factor_reset' }
  })
}

type Written = Pick<AuditEntry, 'action' | 'before' | 'after' | 'detail'>

/** An open link would let somebody in through an office that the member no longer has. */
async function endInvitations(tx: ChangeCtx & { db: Tx }, id: number): Promise<{ invitationsEnded: number }> {
  return { invitationsEnded: await revokeInvitationsOf(tx.db, [id], tx.now) }
}

/** Locks the owners first, then the member: every change of a team waits in the same order. */
function change(
  ctx: ChangeCtx,
  { team, id }: Member,
  by: By,
  apply: (tx: ChangeCtx & { db: Tx }, held: LockedMember, owners: readonly number[]) => Promise<Written>,
): Promise<void> {
  return inTx(ctx, async (tx) => {
    const owners = await lockOwners(tx.db, team)
    const held = (await lockMember(tx.db, team, id)) ?? fail('object.unknown')
    refuseBeyond(by, permissionsOf(held))
    const written = await apply(tx, held, owners)
    await writeAudit(tx.db, { resellerId: team, actor: by.actor, subject: staffSubject(id), ...written }, ctx.now)
  })
}

function keepAnOwner(owners: readonly number[], leaving: number): void {
  if (owners.includes(leaving) && owners.length === 1) fail('staff.last_owner')
}
