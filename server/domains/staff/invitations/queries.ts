import type { RoleName } from '../../../../contract/role-names.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { staffSubject } from '../../audit/audit.ts'
import type { RoleColumns } from '../role-permissions.ts'
import type { RoleChoice } from '../team/queries.ts'

type Team = number | null

type NewInvitation = RoleChoice & {
  resellerId: Team
  tokenHash: Buffer
  email: string | null
  invitedBy: string
  createdAt: Date
  expiresAt: Date
}

export async function insertInvitation(db: Tx, invitation: NewInvitation): Promise<string> {
  const row = await db.kysely
    .insertInto('staffInvitations')
    .values(invitation)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export type InvitationRow = {
  id: string
  resellerId: Team
  role: RoleName | null
  roleId: number | null
  ownRole: string | null
  ownPermissions: string[] | null
  email: string | null
  invitedBy: string
  /** The inviter's name, if they belong to the same team. */
  colleague: string | null
  createdAt: Date
  expiresAt: Date
}

const COLUMNS = `select i.id, i.reseller_id, i.role, i.role_id, r.name as own_role, r.permissions as own_permissions, i.email,
                        i.invited_by, m.name as colleague, i.created_at, i.expires_at
                   from staff_invitations i
                        left join staff_roles r on r.owner_key = i.owner_key and r.id = i.role_id
                        left join staff m on m.owner_key = i.owner_key and 'staff:' || m.id = i.invited_by`
const OPEN = 'i.used_at is null and i.revoked_at is null'

export function findOpenInvitations(db: Db | Tx, team: Team, now: Date): Promise<InvitationRow[]> {
  return db.query<InvitationRow>({
    name: 'staff.invitations',
    text: `${COLUMNS} where i.owner_key = coalesce($1::integer, -1) and ${OPEN} and i.expires_at > $2
            order by i.created_at desc, i.id limit 200`,
    values: [team, now],
  })
}

export async function loadInvitation(db: Db | Tx, tokenHash: Buffer, now: Date): Promise<InvitationRow | null> {
  const rows = await db.query<InvitationRow>({
    name: 'staff.invitation',
    text: `${COLUMNS} where i.token_hash = $1 and ${OPEN} and i.expires_at > $2`,
    values: [tokenHash, now],
  })
  return rows[0] ?? null
}

const INVITER = `select m.reseller_id, m.role, r.name as own_role, r.permissions as own_permissions
             from staff m left join staff_roles r on r.owner_key = m.owner_key and r.id = m.role_id
            where m.id = $1 and m.removed_at is null`

/** Null when the inviter was removed. */
export async function loadInviter(db: Db | Tx, staffId: number): Promise<RoleColumns | null> {
  const rows = await db.query<RoleColumns>({ name: 'staff.inviter', text: INVITER, values: [staffId] })
  return rows[0] ?? null
}

/**
 * The same with a lock: a removal or role change either waits until the invitation is used, or came first and is seen.
 */
export async function lockInviter(db: Tx, staffId: number): Promise<RoleColumns | null> {
  const text = `${INVITER} for share of m`
  const rows = await db.query<RoleColumns>({ name: 'staff.lock_inviter', text, values: [staffId] })
  return rows[0] ?? null
}

/** True only once. */
export async function useInvitation(db: Tx, id: string, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'staff.use_invitation',
    text: `update staff_invitations i set used_at = $2 where i.id = $1 and ${OPEN} and i.expires_at > $2 returning id`,
    values: [id, now],
  })
  return rows.length === 1
}

export async function markRevoked(db: Tx, team: Team, id: string, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'staff.revoke_invitation',
    text: `update staff_invitations i set revoked_at = $3
            where i.owner_key = coalesce($1::integer, -1) and i.id = $2 and ${OPEN} returning id`,
    values: [team, id, now],
  })
  return rows.length === 1
}

/** Always ends them in the same order, so that two at once wait and do not deadlock. */
const endIn = (
  which: string,
) => `with ended as (select i.id from staff_invitations i where ${which} and ${OPEN} order by i.id for update)
           update staff_invitations i set revoked_at = $1 from ended where i.id = ended.id returning i.id`

/** All invitations of a team, or those of one inviter. */
export async function revokeInvitations(db: Tx, team: Team, invitedBy: string | null, now: Date): Promise<void> {
  await db.query({
    name: 'staff.revoke_invitations',
    text: endIn('i.owner_key = coalesce($2::integer, -1) and ($3::text is null or i.invited_by = $3)'),
    values: [now, team, invitedBy],
  })
}

/**
 * Ends what these members made, for their own team or, by platform members, for another. Returns how many were open.
 */
export async function revokeInvitationsOf(db: Tx, staffIds: readonly number[], now: Date): Promise<number> {
  const rows = await db.query({
    name: 'staff.revoke_invitations_of',
    text: endIn('i.invited_by = any($2::text[])'),
    values: [now, staffIds.map(staffSubject)],
  })
  return rows.length
}

/** Ends the links that make an owner. */
export async function revokeOwnerLinks(db: Tx, team: Team, now: Date): Promise<void> {
  await db.query({
    name: 'staff.revoke_owner_links',
    text: endIn(`i.owner_key = coalesce($2::integer, -1) and i.role = 'owner'`),
    values: [now, team],
  })
}

/** If several are used at once, one goes on and the others wait for its outcome. */
export async function lockOwnerLinks(db: Tx, team: Team): Promise<void> {
  await db.query({
    name: 'staff.lock_owner_links',
    text: `select i.id from staff_invitations i
            where i.owner_key = coalesce($1::integer, -1) and i.role = 'owner' and ${OPEN} order by i.id for update`,
    values: [team],
  })
}

type NewMember = RoleChoice & {
  resellerId: Team
  name: string
  email: string
  emailVerifiedAt: Date | null
  passwordHash: string
  language: 'zh-CN' | 'zh-TW' | 'en'
  createdAt: Date
}

/** Null when the name is taken anywhere in the installation. */
export async function insertMember(db: Tx, member: NewMember): Promise<number | null> {
  const row = await db.kysely
    .insertInto('staff')
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
