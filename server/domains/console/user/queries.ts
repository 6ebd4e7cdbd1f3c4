import type { Owner } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Period } from '../../catalogue/period.ts'
import type { LineState, SuspendReason } from '../../lines/line-states.ts'
import { SEEN, type SeenNode } from '../../lines/node-state.ts'

export type UserCard = {
  id: number
  userName: string
  email: string | null
  emailVerified: boolean
  language: string
  createdAt: Date
  inviteCode: string
  inviterId: number | null
  inviterName: string | null
  blockedReason: string | null
  pausedAt: Date | null
  lockedAt: Date | null
  deleteAfter: Date | null
  isDeletionByStaff: boolean
  hasTotp: boolean
  passkeys: number
  packageName: string | null
  packageNames: unknown
  packageId: number | null
  period: Period | null
  expiresAt: Date | null
  startsBy: Date | null
  bankedSeconds: number
  autoRenew: boolean
  nextResetAt: Date | null
  deviceLimit: number
  lineLimit: number
  usedBytes: number
  totalBytes: number
  firstConnectedAt: Date | null
  lastTrafficAt: Date | null
}

export async function loadUserCard(db: Queryable, { resellerId, accountId }: Owner): Promise<UserCard | null> {
  const rows = await db.query<UserCard>({
    name: 'office.user_card',
    text: `select a.id, a.user_name, a.email, a.email_verified_at is not null as email_verified, a.language, a.created_at,
                  a.invite_code, a.inviter_id, i.user_name as inviter_name, a.blocked_reason, a.paused_at, a.locked_at,
                  a.delete_after, a.is_deletion_by_staff, a.totp_confirmed_at is not null as has_totp,
                  (select count(*)::integer from passkeys k
                    where k.reseller_id = a.reseller_id and k.account_id = a.id) as passkeys,
                  p.name as package_name, p.names as package_names, s.package_id, s.period, s.expires_at, s.starts_by, s.next_reset_at,
                  coalesce(s.banked_seconds, 0) as banked_seconds, coalesce(s.auto_renew, false) as auto_renew,
                  coalesce(s.device_limit, 0) as device_limit, coalesce(s.line_limit, 0) as line_limit,
                  coalesce(s.used_bytes, 0) as used_bytes, coalesce(s.total_bytes, 0) as total_bytes,
                  f.first_at as first_connected_at, t.hour as last_traffic_at
             from accounts a
             left join accounts i on i.reseller_id = a.reseller_id and i.id = a.inviter_id
             left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id
             left join packages p on p.id = s.package_id
             left join traffic_firsts f on f.reseller_id = a.reseller_id and f.account_id = a.id
             left join lateral (select h.hour from traffic_hours h
                                 where h.reseller_id = a.reseller_id and h.account_id = a.id
                                 order by h.hour desc limit 1) t on f.first_at is not null
            where a.reseller_id = $1 and a.id = $2 and a.deleted_at is null`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}

type Origin = { panel: string; source: string; number: string }

/**
 * From which panel a user came. A number that somebody else has there by now is kept with a mark behind it, which is none
 * of the number.
 */
export async function loadOrigin(db: Queryable, { resellerId, accountId }: Owner): Promise<Origin | null> {
  const rows = await db.query<Origin>({
    name: 'office.user_origin',
    text: `select m.panel, m.source, split_part(t.old_key, ' ', 1) as number
             from import_things t join imports m on m.reseller_id = t.reseller_id and m.id = t.import_id
            where t.reseller_id = $1 and t.our_key = $2::bigint::text and t.kind = 'user' and m.undone_at is null
            order by m.id desc limit 1`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}

export type LineRow = {
  number: number
  node: string
  nodeNames: unknown
  region: string
  state: LineState
  reason: SuspendReason | null
  since: Date
} & SeenNode

export function findLines(db: Queryable, { resellerId, accountId }: Owner): Promise<LineRow[]> {
  return db.query<LineRow>({
    name: 'office.user_lines',
    text: `select l.number, n.name as node, n.names as node_names, n.region, l.state, l.reason, l.state_since as since,
                  ${SEEN}
             from lines l join nodes n on n.id = l.node_id left join node_states t on t.node_id = n.id
            where l.reseller_id = $1 and l.account_id = $2 and l.state <> 'removed' order by l.number limit 200`,
    values: [resellerId, accountId],
  })
}

type DeviceRow = { userAgent: string; address: string | null; seenAt: Date; remembered: boolean }

/** One row per device, the last seen first. */
export function findDevices(db: Queryable, { resellerId, accountId }: Owner, now: Date): Promise<DeviceRow[]> {
  return db.query<DeviceRow>({
    name: 'office.user_devices',
    text: `select user_agent, address, seen_at, remembered from (
             select distinct on (coalesce(device_family_id, id)) user_agent, host(address) as address, seen_at,
                    device_family_id is not null as remembered
               from sessions where reseller_id = $1 and account_id = $2 and revoked_at is null and expires_at > $3
              order by coalesce(device_family_id, id), seen_at desc) d
            order by seen_at desc limit 50`,
    values: [resellerId, accountId, now],
  })
}

type ConnectedRow = { address: string; node: string; nodeNames: unknown; seenAt: Date }

/** Addresses that nodes have seen since then, each once. */
export function findConnected(db: Queryable, { resellerId, accountId }: Owner, since: Date): Promise<ConnectedRow[]> {
  return db.query<ConnectedRow>({
    name: 'office.user_connected',
    text: `select distinct on (a.address) host(a.address) as address, n.name as node, n.names as node_names, a.seen_at
             from line_addresses a join nodes n on n.id = a.node_id
            where a.reseller_id = $1 and a.account_id = $2 and a.seen_at > $3
            order by a.address, a.seen_at desc limit 50`,
    values: [resellerId, accountId, since],
  })
}

type NoteRow = { id: number; author: string; body: string; at: Date }

/** Shows staff by name. */
export function findNotes(db: Queryable, { resellerId, accountId }: Owner): Promise<NoteRow[]> {
  return db.query<NoteRow>({
    name: 'office.user_notes',
    text: `select n.id, coalesce(m.name, n.author) as author, n.body, n.created_at as at
             from account_notes n left join staff m on n.author = 'staff:' || m.id
            where n.reseller_id = $1 and n.account_id = $2 order by n.id desc limit 100`,
    values: [resellerId, accountId],
  })
}

type Bytes = { upBytes: number; downBytes: number }
type Since = { since: Date; timeZone: string }

/** Business days, summed from hours, because days are counted in the business time zone. */
export function findTrafficDays(
  db: Queryable,
  owner: Owner,
  { since, timeZone }: Since,
): Promise<({ day: string } & Bytes)[]> {
  return db.query<{ day: string } & Bytes>({
    name: 'office.user_traffic_days',
    text: `select to_char(hour at time zone $4, 'YYYY-MM-DD') as day,
                  sum(up_bytes)::bigint as up_bytes, sum(down_bytes)::bigint as down_bytes
             from traffic_hours where reseller_id = $1 and account_id = $2 and hour >= $3 group by 1 order by 1`,
    values: [owner.resellerId, owner.accountId, since, timeZone],
  })
}

export function findTrafficNodes(
  db: Queryable,
  owner: Owner,
  since: Date,
): Promise<({ node: string; names: unknown } & Bytes)[]> {
  return db.query<{ node: string; names: unknown } & Bytes>({
    name: 'office.user_traffic_nodes',
    text: `select n.name as node, n.names, sum(h.up_bytes)::bigint as up_bytes, sum(h.down_bytes)::bigint as down_bytes
             from traffic_hours h join nodes n on n.id = h.node_id
            where h.reseller_id = $1 and h.account_id = $2 and h.hour >= $3
            group by n.id order by sum(h.up_bytes + h.down_bytes) desc limit 50`,
    values: [owner.resellerId, owner.accountId, since],
  })
}
