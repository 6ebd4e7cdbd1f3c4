import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Period } from '../catalogue/period.ts'
import type { LineState, SuspendReason } from './line-states.ts'

export type Service = Owner & {
  isDeleted: boolean
  pausedAt: Date | null
  packageId: number | null
  period: Period | null
  expiresAt: Date | null
  usedBytes: number
  totalBytes: number
  lineLimit: number
  /** Whether the operator lets this reseller's users have lifelines. */
  hasLifelines: boolean
  /** Whether one of this account runs now. */
  isOnLifeline: boolean
}
export type OwnLine = Owner & {
  id: string
  number: number
  nodeId: number
  nodeName: string
  nodeNames: unknown
  state: LineState
  reason: SuspendReason | null
  stateSince: Date
  createdAt: Date
  /** The line it replaced, if it came by a move. */
  movedFrom: string | null
  /** Its user has moved away: it runs on until then and counts against no limit of the package. */
  leavesAt: Date | null
  /** True when the node is removed or no longer open to this reseller's users. */
  isNodeGone: boolean
}

const keysOf = (owners: readonly Owner[]) => [
  owners.map(({ resellerId }) => resellerId),
  owners.map(({ accountId }) => accountId),
]

/**
 * Code that changes an account's lines locks its subscription row, not the account row: traffic arrives here with the
 * subscription locked, and a pause locks the account first.
 */
export async function lockServices(db: Tx, owners: readonly Owner[]): Promise<void> {
  await db.query({
    name: 'lines.lock_services',
    text: `select 1 from subscriptions
      where (reseller_id, account_id) in (select * from unnest($1::integer[], $2::bigint[]))
      order by reseller_id, account_id for no key update`,
    values: keysOf(owners),
  })
}

export function findServices(db: Tx, owners: readonly Owner[], now: Date): Promise<Service[]> {
  return db.query<Service>({
    name: 'lines.services',
    text: `select a.reseller_id, a.id as account_id, a.deleted_at is not null as is_deleted, a.paused_at,
        s.package_id, s.period, s.expires_at, coalesce(s.used_bytes, 0) as used_bytes,
        coalesce(s.total_bytes, 0) as total_bytes, coalesce(s.line_limit, 0) as line_limit,
        r.has_lifelines and r.suspended_at is null as has_lifelines,
        exists (select from lifelines x where x.reseller_id = a.reseller_id and x.account_id = a.id and x.until_at > $3)
          as is_on_lifeline
      from accounts a join resellers r on r.id = a.reseller_id left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id
      where (a.reseller_id, a.id) in (select * from unnest($1::integer[], $2::bigint[]))
      order by a.reseller_id, a.id`,
    values: [...keysOf(owners), now],
  })
}

/** Oldest first; locked, so that a report of the node waits. */
export function lockLines(db: Tx, owners: readonly Owner[]): Promise<OwnLine[]> {
  return db.query<OwnLine>({
    name: 'lines.lock',
    text: `select l.reseller_id, l.account_id, l.id, l.number, l.node_id, n.name as node_name, n.names as node_names, l.state, l.reason, l.state_since,
        l.created_at, l.moved_from, l.leaves_at,
        n.removed_at is not null or coalesce(n.reseller_id <> l.reseller_id, false) as is_node_gone
      from lines l join nodes n on n.id = l.node_id
      where (l.reseller_id, l.account_id) in (select * from unnest($1::integer[], $2::bigint[])) and l.state <> 'removed'
      order by l.created_at, l.number for update of l`,
    values: keysOf(owners),
  })
}

export type LineChange = Pick<OwnLine, 'id' | 'number' | 'nodeId'> & {
  from: LineState
  state: LineState
  reason: SuspendReason | null
  /** The node must hear of it although the line stays suspended: its user's lifeline begins, ends or is stopped. */
  isOnLifeline?: boolean
}

/** `revision` null: the node need not know. A removed line keeps its number for late traffic, but not its secret. */
export async function saveChanges(
  db: Tx,
  changes: readonly LineChange[],
  revision: number | null,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'lines.save_changes',
    text: `update lines l set state = c.state, reason = c.reason, revision = coalesce($4, l.revision),
        state_since = case when l.state = c.state then l.state_since else $5 end,
        warned_at = case when c.state = 'suspended' then l.warned_at end,
        leaves_at = case when c.state = 'removed' then null else l.leaves_at end,
        sealed_credential = case when c.state = 'removed' then '' else l.sealed_credential end
      from unnest($1::uuid[], $2::text[], $3::text[]) as c (id, state, reason) where l.id = c.id`,
    values: [
      changes.map(({ id }) => id),
      changes.map(({ state }) => state),
      changes.map(({ reason }) => reason),
      revision,
      now,
    ],
  })
}
