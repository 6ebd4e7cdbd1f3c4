import type { Permission } from '../../../../contract/permissions.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { permissionsOf, type RoleColumns } from '../role-permissions.ts'

/** Members of a team (null: the platform's) who have this permission now, by name. */
export async function findMembersWith(
  db: Queryable,
  team: number | null,
  permission: Permission,
): Promise<{ id: number; name: string }[]> {
  const rows = await db.query<RoleColumns & { id: number; name: string }>({
    name: 'staff.members_with',
    text: `select m.id, m.name, m.reseller_id, m.role, r.name as own_role, r.permissions as own_permissions
             from staff m left join staff_roles r on r.owner_key = m.owner_key and r.id = m.role_id
            where m.owner_key = coalesce($1::integer, -1) and m.removed_at is null order by m.name limit 500`,
    values: [team],
  })
  return rows.filter((row) => permissionsOf(row).has(permission)).map(({ id, name }) => ({ id, name }))
}
