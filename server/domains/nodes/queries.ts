import type { Selectable } from 'kysely'

import type { Protocol } from '../../../contract/node-settings.ts'
import type { Nodes } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { ByLanguage } from '../../platform/text/by-language.ts'

export type Node = Pick<
  Selectable<Nodes>,
  | 'id'
  | 'resellerId'
  | 'name'
  | 'region'
  | 'address'
  | 'port'
  | 'ratePercent'
  | 'capacity'
  | 'speedMbps'
  | 'connection'
  | 'inMaintenance'
  | 'revision'
  | 'settingsRevision'
  | 'isDemo'
  | 'removedAt'
  | 'hasLifelines'
> & {
  names: ByLanguage
  protocol: Protocol
  settings: Record<string, unknown>
  suits: ('game' | 'video' | 'saver')[]
}

/** What the node last reported about itself; all null before its first report. */
export type NodeReport = {
  seenAt: Date | null
  engine: 'unknown' | 'running' | 'starting' | 'down' | null
  appliedRevision: number | null
  agentVersion: string | null
  cpuPercent: number | null
  memoryPercent: number | null
  onlineUsers: number | null
  connections: number | null
  upBps: number | null
  downBps: number | null
  /** Latency of the agent's own calls to us. */
  latencyMs: number | null
  /** The last look from outside. Way and time are of the last one that found the node. */
  lookedAt: Date | null
  lookWay: 'engine' | 'tls' | 'tcp' | null
  lookMs: number | null
  lookFailures: number | null
  lookFault: 'refused' | 'timeout' | 'name' | 'tls' | 'carry' | null
  lookedBy: number | null
  /** The fingerprint of the certificate that the agent made itself. */
  certSha256: string | null
  /** Of the certificate that the last look saw and nobody else has signed. */
  lookCertSha256: string | null
}

export const NODE = `n.id, n.reseller_id, n.name, n.names, n.region, n.address, n.port, n.protocol, n.settings, n.rate_percent,
  n.capacity, n.speed_mbps, n.suits, n.connection, n.in_maintenance, n.revision, n.settings_revision, n.is_demo, n.removed_at,
  n.has_lifelines`

export async function updateLifelines(db: Queryable, nodeId: number, hasLifelines: boolean): Promise<void> {
  await db.query({
    name: 'nodes.lifelines',
    text: 'update nodes set has_lifelines = $2 where id = $1 and has_lifelines <> $2',
    values: [nodeId, hasLifelines],
  })
}
const REPORT = `s.seen_at, s.engine, s.applied_revision, s.agent_version, s.cpu_percent, s.memory_percent, s.online_users,
  s.connections, s.up_bps, s.down_bps, s.latency_ms, s.looked_at, s.look_way, s.look_ms, s.look_failures, s.look_fault,
  s.looked_by, s.cert_sha256, s.look_cert_sha256`

/** Nodes in use. With a reseller: only its own and the shared ones. */
export function findNodeRows(db: Queryable, resellerId: number | null): Promise<(Node & NodeReport)[]> {
  return db.query<Node & NodeReport>({
    name: 'nodes.find',
    text: `select ${NODE}, ${REPORT} from nodes n left join node_states s on s.node_id = n.id
      where n.removed_at is null and ($1::integer is null or n.reseller_id is null or n.reseller_id = $1)
      order by n.region, n.name, n.id`,
    values: [resellerId],
  })
}

export async function loadNodeRow(db: Queryable, nodeId: number): Promise<(Node & NodeReport) | null> {
  const rows = await db.query<Node & NodeReport>({
    name: 'nodes.load',
    text: `select ${NODE}, ${REPORT} from nodes n left join node_states s on s.node_id = n.id where n.id = $1`,
    values: [nodeId],
  })
  return rows[0] ?? null
}

export async function lockNodeRow(db: Tx, nodeId: number): Promise<Node | null> {
  const rows = await db.query<Node>({
    name: 'nodes.lock',
    text: `select ${NODE} from nodes n where n.id = $1 for update`,
    values: [nodeId],
  })
  return rows[0] ?? null
}

type NodeColumns = Pick<
  Node,
  | 'name'
  | 'names'
  | 'region'
  | 'address'
  | 'port'
  | 'protocol'
  | 'settings'
  | 'ratePercent'
  | 'capacity'
  | 'speedMbps'
  | 'suits'
  | 'connection'
  | 'resellerId'
>

/** Null when another node in use has the name. */
export async function insertNode(db: Tx, columns: NodeColumns, now: Date): Promise<number | null> {
  const row = await db.kysely
    .insertInto('nodes')
    .values({ ...columns, settings: JSON.stringify(columns.settings), createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Serialises the choice of names and ports: otherwise two callers at once would both find theirs free. */
export async function lockPlaces(db: Tx): Promise<void> {
  await db.query({ name: 'nodes.lock_places', text: `select pg_advisory_xact_lock(hashtext('nodes.places'))` })
}

type Place = { address: string; port: number; protocol: string }

/** Two engines cannot listen on the same port, except one on QUIC and one on TCP. */
export async function isPortTaken(
  db: Tx,
  { address, port, protocol }: Place,
  exceptId: number | null,
): Promise<boolean> {
  const rows = await db.query({
    name: 'nodes.port_taken',
    text: `select 1 as found from nodes where lower(address) = lower($1) and port = $2
        and (protocol in ('hysteria2', 'tuic')) = ($3 in ('hysteria2', 'tuic'))
        and removed_at is null and id is distinct from $4 limit 1`,
    values: [address, port, protocol, exceptId],
  })
  return rows.length === 1
}

/** False when another node in use has the name. The statement must not fail: that would abort its transaction. */
export async function updateNodeRow(
  db: Tx,
  nodeId: number,
  columns: NodeColumns & { settingsRevision: number },
): Promise<boolean> {
  const rows = await db.kysely
    .updateTable('nodes')
    .set({ ...columns, settings: JSON.stringify(columns.settings) })
    .where('id', '=', nodeId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('nodes as other')
            .select('other.id')
            .where('other.name', '=', columns.name)
            .where('other.id', '<>', nodeId)
            .where('other.removedAt', 'is', null),
        ),
      ),
    )
    .returning('id')
    .execute()
  return rows.length === 1
}

export async function updateMaintenance(db: Tx, nodeId: number, on: boolean): Promise<void> {
  await db.kysely.updateTable('nodes').set({ inMaintenance: on }).where('id', '=', nodeId).execute()
}

/** Deletes the tokens but keeps the keys, since the agent must still be told about the removal. */
export async function markNodeRemoved(db: Tx, nodeId: number, now: Date): Promise<void> {
  await db.kysely
    .updateTable('nodes')
    .set({ removedAt: now, enrolHash: null, enrolExpiresAt: null, uniproxyHash: null })
    .where('id', '=', nodeId)
    .execute()
}

export async function saveSealedSecrets(db: Tx, nodeId: number, sealedSecrets: Buffer | null): Promise<void> {
  await db.kysely.updateTable('nodes').set({ sealedSecrets }).where('id', '=', nodeId).execute()
}

export async function loadSealedSecrets(db: Queryable, nodeId: number): Promise<Buffer | null> {
  const row = await db.kysely.selectFrom('nodes').select('sealedSecrets').where('id', '=', nodeId).executeTakeFirst()
  return row?.sealedSecrets ?? null
}
