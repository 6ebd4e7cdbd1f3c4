import { builtInRoles, grantedBy, type Permission, rolePermissions } from '../../../contract/permissions.ts'
import type { RoleName } from '../../../contract/role-names.ts'

export type RoleColumns = {
  resellerId: number | null
  role: RoleName | null
  ownRole: string | null
  ownPermissions: string[] | null
}

/** What a member may do. An own role never has more than its team's owner, whatever its row says. */
export function permissionsOf({ resellerId, role, ownPermissions }: RoleColumns): ReadonlySet<Permission> {
  const builtIn = builtInRoles[resellerId === null ? 'platform' : 'reseller']
  if (role) return builtIn[role]
  const granted = grantedBy(ownPermissions ?? [])
  return new Set(rolePermissions.filter((permission) => granted.has(permission) && builtIn.owner.has(permission)))
}

export function roleNameOf({ role, ownRole }: RoleColumns): string {
  return role ?? ownRole ?? ''
}
