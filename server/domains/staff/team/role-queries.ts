import type { Db, Tx } from '../../../platform/db/db.ts'

type Team = number | null
export type OwnRole = { id: number; name: string; permissions: string[]; members: number }

export function findOwnRoles(db: Db | Tx, team: Team): Promise<OwnRole[]> {
  return db.query<OwnRole>({
    name: 'staff.roles',
    text: `select r.id, r.name, r.permissions,
                  (select count(*)::integer from staff m
                    where m.owner_key = r.owner_key and m.role_id = r.id and m.removed_at is null) as members
             from staff_roles r where r.owner_key = coalesce($1::integer, -1) order by r.id limit 200`,
    values: [team],
  })
}

export async function countBuiltIn(db: Db | Tx, team: Team): Promise<Map<string, number>> {
  const rows = await db.query<{ role: string; members: number }>({
    name: 'staff.built_in',
    text: `select role, count(*)::integer as members from staff
            where owner_key = coalesce($1::integer, -1) and role is not null and removed_at is null group by role`,
    values: [team],
  })
  return new Map(rows.map(({ role, members }) => [role, members]))
}

export async function lockRole(db: Tx, team: Team, id: number): Promise<Omit<OwnRole, 'members'> | null> {
  const rows = await db.query<Omit<OwnRole, 'members'>>({
    name: 'staff.lock_role',
    text: `select id, name, permissions from staff_roles
            where owner_key = coalesce($1::integer, -1) and id = $2 for update`,
    values: [team, id],
  })
  return rows[0] ?? null
}

/** Null when the name is taken. */
export async function insertRole(
  db: Tx,
  role: { resellerId: Team; name: string; permissions: string[]; now: Date },
): Promise<number | null> {
  const rows = await db.query<{ id: number }>({
    name: 'staff.add_role',
    text: `insert into staff_roles (reseller_id, name, permissions, created_at) values ($1, $2, $3, $4)
           on conflict do nothing returning id`,
    values: [role.resellerId, role.name, role.permissions, role.now],
  })
  return rows[0]?.id ?? null
}

export async function isRoleNameFree(db: Tx, team: Team, name: string, exceptId: number): Promise<boolean> {
  const rows = await db.query({
    name: 'staff.role_name',
    text: `select 1 from staff_roles where owner_key = coalesce($1::integer, -1) and lower(name) = lower($2) and id <> $3`,
    values: [team, name, exceptId],
  })
  return rows.length === 0
}

export async function updateOwnRole(db: Tx, id: number, name: string, permissions: string[]): Promise<void> {
  await db.query({
    name: 'staff.change_role',
    text: 'update staff_roles set name = $2, permissions = $3 where id = $1',
    values: [id, name, permissions],
  })
}

export async function findIdsWithRole(db: Tx, roleId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: 'staff.with_role',
    text: 'select id from staff where role_id = $1 and removed_at is null order by id',
    values: [roleId],
  })
  return rows.map(({ id }) => id)
}

/** Removed members and ended invitations do not keep a role. False: somebody still has it. */
export async function deleteRole(db: Tx, id: number, now: Date): Promise<boolean> {
  await db.query({
    name: 'staff.forget_role',
    text: `with gone as (update staff set role = 'viewer', role_id = null where role_id = $1 and removed_at is not null)
           delete from staff_invitations
            where role_id = $1 and (used_at is not null or revoked_at is not null or expires_at <= $2)`,
    values: [id, now],
  })
  const rows = await db.query({
    name: 'staff.drop_role',
    text: `delete from staff_roles r where r.id = $1
              and not exists (select from staff m where m.role_id = r.id)
              and not exists (select from staff_invitations i where i.role_id = r.id)
        returning id`,
    values: [id],
  })
  return rows.length === 1
}
