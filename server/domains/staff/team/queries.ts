import type { Language } from '../../../../contract/languages.ts'
import type { RoleName } from '../../../../contract/role-names.ts'
import type { Db, Queryable, Tx } from '../../../platform/db/db.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import type { RoleColumns } from '../role-permissions.ts'

export type LockedMember = RoleColumns & { id: number; name: string }
/** Null: the platform's team. */
type Team = number | null
export type RoleChoice = { role: RoleName; roleId: null } | { role: null; roleId: number }

/** Locks the member. Null when there is no such member in that team. */
export async function lockMember(db: Tx, team: Team, id: number): Promise<LockedMember | null> {
  const rows = await db.query<LockedMember>({
    name: 'staff.lock',
    text: `select m.id, m.name, m.reseller_id, m.role, r.name as own_role, r.permissions as own_permissions
             from staff m left join staff_roles r on r.owner_key = m.owner_key and r.id = m.role_id
            where m.owner_key = coalesce($1::integer, -1) and m.id = $2 and m.removed_at is null
              for update of m`,
    values: [team, id],
  })
  return rows[0] ?? null
}

/** All owners of a team, locked in one order: of two who remove each other, one is told that they are the last. */
export async function lockOwners(db: Tx, team: Team): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: 'staff.lock_owners',
    text: `select id from staff where owner_key = coalesce($1::integer, -1) and role = 'owner' and removed_at is null
            order by id for update`,
    values: [team],
  })
  return rows.map(({ id }) => id)
}

export async function countOwners(db: Db | Tx, team: Team): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: 'staff.count_owners',
    text: `select count(*) from staff
            where owner_key = coalesce($1::integer, -1) and role = 'owner' and removed_at is null`,
    values: [team],
  })
  return rows[0]!.count
}

export async function updateRole(db: Tx, id: number, { role, roleId }: RoleChoice): Promise<void> {
  await db.query({
    name: 'staff.set_role',
    text: 'update staff set role = $2, role_id = $3 where id = $1',
    values: [id, role, roleId],
  })
}

/** Deletes everything that could still give access; name and number stay for the audit. */
export async function retireMember(db: Tx, id: number, now: Date): Promise<void> {
  await db.query({
    name: 'staff.retire',
    text: `with gone as (delete from staff_passkeys where staff_id = $1),
                codes as (delete from staff_recovery_codes where staff_id = $1),
                asked as (delete from staff_challenges where staff_id = $1)
           update staff set removed_at = $2, totp_secret = null, totp_confirmed_at = null, email = null,
                            email_verified_at = null
            where id = $1`,
    values: [id, now],
  })
  await addJob(db, 'telegram.sweep', {})
}

export type MemberRow = {
  id: number
  name: string
  email: string | null
  role: RoleName | null
  roleId: number | null
  ownRole: string | null
  hasFactor: boolean
  createdAt: Date
  seenAt: Date | null
}

export function findMemberRows(db: Db | Tx, team: Team, limit: number): Promise<MemberRow[]> {
  return db.query<MemberRow>({
    name: 'staff.members',
    text: `select m.id, m.name, m.email, m.role, m.role_id, r.name as own_role, m.created_at,
                  m.totp_confirmed_at is not null or exists (select from staff_passkeys p where p.staff_id = m.id)
                    as has_factor,
                  (select max(s.seen_at) from staff_sessions s where s.staff_id = m.id) as seen_at
             from staff m left join staff_roles r on r.owner_key = m.owner_key and r.id = m.role_id
            where m.owner_key = coalesce($1::integer, -1) and m.removed_at is null
            order by m.id limit $2`,
    values: [team, limit],
  })
}

type MailableRow = RoleColumns & { id: number; name: string; email: string; language: Language }

export function findMailableRows(db: Queryable, team: Team): Promise<MailableRow[]> {
  return db.query<MailableRow>({
    name: 'staff.mailable',
    text: `select m.id, m.reseller_id, m.name, m.email, m.language, m.role, r.name as own_role, r.permissions as own_permissions
             from staff m left join staff_roles r on r.owner_key = m.owner_key and r.id = m.role_id
            where m.owner_key = coalesce($1::integer, -1) and m.removed_at is null and m.email is not null
              and m.email_verified_at is not null
            order by m.id`,
    values: [team],
  })
}

/** Locks the members, so that nobody signs in or becomes an owner meanwhile. */
export async function findMemberIds(db: Tx, team: Team): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: 'staff.member_ids',
    text: `select id from staff where owner_key = coalesce($1::integer, -1) and removed_at is null order by id for update`,
    values: [team],
  })
  return rows.map(({ id }) => id)
}

/** By name in the whole installation, for the command line. */
export async function loadTeamOf(db: Db | Tx, name: string): Promise<{ id: number; resellerId: number | null } | null> {
  const rows = await db.query<{ id: number; resellerId: number | null }>({
    name: 'staff.team_of',
    text: 'select id, reseller_id from staff where lower(name) = lower($1) and removed_at is null',
    values: [name],
  })
  return rows[0] ?? null
}

export type StaffDevice = { id: string; userAgent: string; network: string | null; createdAt: Date; seenAt: Date }

/** Live sessions, last seen first. Addresses are cut to the network. */
export function findStaffSessions(
  db: Db | Tx,
  staffId: number,
  times: { now: Date; seenAfter: Date },
): Promise<StaffDevice[]> {
  return db.query<StaffDevice>({
    name: 'staff.sessions',
    text: `select id, user_agent, created_at, seen_at,
                  network(set_masklen(address, case family(address) when 4 then 24 else 48 end))::text as network
             from staff_sessions
            where staff_id = $1 and revoked_at is null and expires_at > $2 and seen_at > $3
            order by seen_at desc, id limit 100`,
    values: [staffId, times.now, times.seenAfter],
  })
}
