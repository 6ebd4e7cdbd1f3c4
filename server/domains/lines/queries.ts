import type { Selectable } from 'kysely'

import type { Protocol } from '../../../contract/node-settings.ts'
import type { Owner } from '../../platform/context.ts'
import type { Lines, Nodes } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { soldBy } from '../nodes/sold-by.ts'
import type { LineState, SuspendReason } from './line-states.ts'
import { SEEN, type SeenNode } from './node-state.ts'

type NodeColumns =
  | 'id'
  | 'name'
  | 'names'
  | 'region'
  | 'address'
  | 'port'
  | 'protocol'
  | 'settings'
  | 'ratePercent'
  | 'capacity'
export type NodeRow = Pick<Selectable<Nodes>, NodeColumns> & SeenNode & { suits: ('game' | 'video' | 'saver')[] }
export type PlaceRow = NodeRow & { lineCount: number }
export type ListedNode = PlaceRow & { lineId: string | null; isDemo: boolean }

const NODE = `n.id, n.name, n.names, n.region, n.address, n.port, n.protocol, n.settings, n.rate_percent, n.capacity, n.suits,
  ${SEEN}`
/** For one locked node: exact, and at most its capacity. */
const COUNT = `(select count(*) from lines p where p.node_id = n.id and p.state not in ('failed', 'removed')) as line_count`
/** For a list: counting all lines of all nodes on each request would grow with the business. */
const COUNTED = `coalesce((select c.placed from line_counts c where c.node_id = n.id and c.reseller_id = -1), 0) as line_count`

/** Finds nodes open to a reseller's users, and nodes where the user has a line, each with its line unless failed. */
export function findListedNodes(db: Queryable, { resellerId, accountId }: Owner): Promise<ListedNode[]> {
  return db.query<ListedNode>({
    name: 'lines.nodes',
    text: `select ${NODE}, ${COUNTED}, l.id as line_id, n.is_demo
      from nodes n left join node_states t on t.node_id = n.id
      left join lines l on l.reseller_id = $1 and l.account_id = $2 and l.node_id = n.id and l.state not in ('failed', 'removed')
        and l.leaves_at is null
      where n.removed_at is null and (${soldBy('$1')}
        or (l.id is not null and (n.reseller_id is null or n.reseller_id = $1)))`,
    values: [resellerId, accountId],
  })
}

export async function loadSpeedMode(db: Queryable, { resellerId, accountId }: Owner) {
  const row = await db.kysely
    .selectFrom('accounts')
    .select('speedMode')
    .where('resellerId', '=', resellerId)
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.speedMode ?? 'standard'
}

/**
 * Locks by ascending id, as everywhere, so that changes of lines never deadlock. What only refers to the node, as traffic
 * does, need not wait.
 */
export async function lockNodes(db: Tx, nodeIds: readonly number[]): Promise<void> {
  await db.query({
    name: 'lines.lock_nodes',
    text: 'select 1 from nodes where id = any($1::integer[]) order by id for no key update',
    values: [nodeIds],
  })
}

/** For a node locked by `lockNodes`, so that the count stays true. */
export async function loadPlace(db: Tx, resellerId: number, nodeId: number): Promise<PlaceRow | null> {
  const rows = await db.query<PlaceRow>({
    name: 'lines.place',
    text: `select ${NODE}, ${COUNT} from nodes n left join node_states t on t.node_id = n.id
      where n.id = $2 and n.removed_at is null and ${soldBy('$1')}`,
    values: [resellerId, nodeId],
  })
  return rows[0] ?? null
}

/** Returns null when every port up to the last is taken. */
export async function loadFreePort(db: Tx, nodeId: number, from: number): Promise<number | null> {
  const rows = await db.query<{ port: number }>({
    name: 'lines.free_port',
    text: `select p.port from generate_series($2::integer, 65535) as p (port)
      where not exists (select from lines l where l.node_id = $1 and l.port = p.port and l.state <> 'removed')
      order by p.port limit 1`,
    values: [nodeId, from],
  })
  return rows[0]?.port ?? null
}

export type NewLine = Owner & {
  nodeId: number
  sealedCredential: Buffer
  port: number | null
  state: 'installing' | 'moving'
  revision: number
  stateSince: Date
  movedFrom: string | null
  createdAt: Date
}

export async function insertLine(db: Tx, line: NewLine): Promise<string> {
  const row = await db.kysely.insertInto('lines').values(line).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export type LineRow = Pick<Selectable<Lines>, 'id' | 'createdAt' | 'sealedCredential'> &
  Pick<NodeRow, 'ratePercent' | 'region' | 'suits' | 'address' | 'settings' | keyof SeenNode> & {
    nodeId: number
    nodeName: string
    nodeNames: unknown
    protocol: Protocol
    port: number
    state: LineState
    reason: SuspendReason | null
    todayBytes: number
    lastConnectedAt: Date | null
  }

/** Oldest first, with each node's traffic since midnight of the business day; `lineId` for one line only. */
export function findLineRows(
  db: Queryable,
  { resellerId, accountId }: Owner,
  day: { now: Date; timeZone: string },
  lineId: string | null = null,
): Promise<LineRow[]> {
  return db.query<LineRow>({
    name: 'lines.list',
    text: `select l.id, l.node_id, l.state, l.reason, l.created_at, l.sealed_credential, coalesce(l.port, n.port) as port,
        n.name as node_name, n.names as node_names, n.region, n.protocol, n.address, n.settings, n.rate_percent, n.suits,
        ${SEEN},
        (select coalesce(sum(h.up_bytes + h.down_bytes), 0)::bigint from traffic_hours h
          where h.reseller_id = l.reseller_id and h.account_id = l.account_id and h.node_id = l.node_id
            and h.hour >= date_trunc('day', $3::timestamptz, $4)) as today_bytes,
        (select c.seen_at from line_contacts c where c.reseller_id = l.reseller_id and c.account_id = l.account_id
          and c.line_number = l.number) as last_connected_at
      from lines l join nodes n on n.id = l.node_id left join node_states t on t.node_id = n.id
      where l.reseller_id = $1 and l.account_id = $2 and l.state <> 'removed' and l.leaves_at is null
        and ($5::uuid is null or l.id = $5)
      order by l.created_at, l.number`,
    values: [resellerId, accountId, day.now, day.timeZone, lineId],
  })
}

/** Null: it stays. */
export async function saveLeaving(db: Tx, lineId: string, leavesAt: Date | null): Promise<void> {
  await db.query({
    name: 'lines.save_leaving',
    text: 'update lines set leaves_at = $2 where id = $1',
    values: [lineId, leavesAt],
  })
}

/** Counts the generation up with each credential: nodes tell credentials apart by it. */
export async function saveCredential(db: Tx, lineId: string, sealed: Buffer, revision: number): Promise<void> {
  await db.query({
    name: 'lines.rotate',
    text: 'update lines set generation = generation + 1, sealed_credential = $2, revision = $3 where id = $1',
    values: [lineId, sealed, revision],
  })
}
