import type { Tx } from '../../platform/db.ts'
import type { RoleColumns } from './role-permissions.ts'

export type HeldMember = RoleColumns & { id: number; name: string }

/** Nobody changes it meanwhile. Null when there is no such member in that team. */
export async function holdMember(db: Tx, resellerId: number | null, id: number): Promise<HeldMember | null> {
  const rows = await db.query<HeldMember>({
    name: 'staff.hold',
    text: `select m.id, m.name, m.reseller_id, m.role, r.name as own_role, r.permissions as own_permissions
             from staff m left join staff_roles r on r.owner_key = m.owner_key and r.id = m.role_id
            where m.owner_key = coalesce($1::integer, -1) and m.id = $2 and m.removed_at is null
              for update of m`,
    values: [resellerId, id],
  })
  return rows[0] ?? null
}
