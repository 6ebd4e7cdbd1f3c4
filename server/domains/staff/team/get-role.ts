import { builtInRoles, type Permission } from '../../../../contract/permissions.ts'
import type { RoleName } from '../../../../contract/role-names.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { permissionsOf } from '../role-permissions.ts'
import type { RoleChoice } from './queries.ts'
import { lockRole } from './role-queries.ts'

/** How callers name a role. */
export type RoleRef = { name: RoleName } | { id: number }
export type ChosenRole = { choice: RoleChoice; name: string; permissions: ReadonlySet<Permission> }

/** A role of that team, locked until the transaction ends. */
export async function getRole(db: Tx, team: number | null, ref: RoleRef): Promise<ChosenRole> {
  if ('name' in ref) {
    const permissions = builtInRoles[team === null ? 'platform' : 'reseller'][ref.name]
    return { choice: { role: ref.name, roleId: null }, name: ref.name, permissions }
  }
  const { id, name, permissions } = (await lockRole(db, team, ref.id)) ?? fail('object.unknown')
  const columns = { resellerId: team, role: null, ownRole: name, ownPermissions: permissions }
  return { choice: { role: null, roleId: id }, name, permissions: permissionsOf(columns) }
}
