import type { Permission } from '../../../../contract/permissions.ts'
import { roleNames } from '../../../../contract/role-names.ts'
import { inTx, type Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { writeAudit } from '../../audit/audit.ts'
import { revokeInvitationsOf } from '../invitations/queries.ts'
import { permissionsOf } from '../role-permissions.ts'
import { refuseBeyond, type By } from './by.ts'
import { deleteRole, findIdsWithRole, lockRole, insertRole, isRoleNameFree, updateOwnRole } from './role-queries.ts'

type RoleCtx = Pick<Ctx, 'db' | 'now'>
type Wanted = { id?: number; name: string; permissions: readonly Permission[] }

/** Makes or changes an own role. A change applies from the next call of every member who has it. */
export function saveRole(ctx: RoleCtx, team: number | null, wanted: Wanted, by: By): Promise<{ id: number }> {
  const name = wanted.name.trim()
  const permissions = [...new Set(wanted.permissions)].toSorted()
  refuseBeyond(by, permissions)
  if (roleNames.some((builtIn) => builtIn === name.toLowerCase())) fail('staff.role_taken')
  return inTx(ctx, async (tx) => {
    const old = wanted.id === undefined ? null : ((await lockRole(tx.db, team, wanted.id)) ?? fail('object.unknown'))
    if (old) refuseBeyond(by, ownPermissions(team, old))
    const id = old
      ? await change(tx.db, team, { id: old.id, name, permissions })
      : ((await insertRole(tx.db, { resellerId: team, name, permissions, now: ctx.now })) ?? fail('staff.role_taken'))
    const before = old ? { before: { name: old.name, permissions: old.permissions.join(' ') } } : {}
    const entry = { resellerId: team, actor: by.actor, action: 'staff.role_saved', subject: `role:${id}` }
    const isOther = old !== null && old.permissions.toSorted().join(' ') !== permissions.join(' ')
    const detail = isOther ? { detail: await endInvitationsOfRole(tx, old.id) } : {}
    const after = { name, permissions: permissions.join(' ') }
    await writeAudit(tx.db, { ...entry, ...before, after, ...detail }, ctx.now)
    return { id }
  })
}

/** The members' permissions have changed, so end what they invited under the old ones. */
async function endInvitationsOfRole(
  tx: Pick<Ctx, 'now'> & { db: Tx },
  roleId: number,
): Promise<{ invitationsEnded: number }> {
  const members = await findIdsWithRole(tx.db, roleId)
  return { invitationsEnded: await revokeInvitationsOf(tx.db, members, tx.now) }
}

async function change(
  db: Tx,
  team: number | null,
  { id, name, permissions }: { id: number; name: string; permissions: string[] },
): Promise<number> {
  if (!(await isRoleNameFree(db, team, name, id))) fail('staff.role_taken')
  await updateOwnRole(db, id, name, permissions)
  return id
}

export function removeRole(ctx: RoleCtx, team: number | null, id: number, by: By): Promise<void> {
  return inTx(ctx, async (tx) => {
    const old = (await lockRole(tx.db, team, id)) ?? fail('object.unknown')
    refuseBeyond(by, ownPermissions(team, old))
    if (!(await deleteRole(tx.db, id, ctx.now))) fail('staff.role_used')
    const entry = { resellerId: team, actor: by.actor, action: 'staff.role_removed', subject: `role:${id}` }
    await writeAudit(tx.db, { ...entry, before: { name: old.name, permissions: old.permissions.join(' ') } }, ctx.now)
  })
}

function ownPermissions(team: number | null, { name, permissions }: { name: string; permissions: string[] }) {
  return permissionsOf({ resellerId: team, role: null, ownRole: name, ownPermissions: permissions })
}
