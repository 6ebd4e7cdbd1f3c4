import type { NodeStateReport } from '../../../contract/node-api.ts'
import type { Queryable } from '../../platform/db/db.ts'

/** What our own agent reports at once, but for what is added up (blocked-tries.ts). Foreign agents report piece by piece, with the functions below. */
export async function saveNodeState(
  db: Queryable,
  nodeId: number,
  report: Omit<NodeStateReport, 'failed' | 'addresses'> & { onlineUsers: number },
  now: Date,
): Promise<void> {
  await db.query({
    name: 'nodes.save_state',
    text: `insert into node_states (node_id, seen_at, boot_id, engine, applied_revision, agent_version, cpu_percent,
        memory_percent, online_users, connections, up_bps, down_bps, latency_ms, update_fault,
        engine_version, has_update_key)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $17)
      on conflict (node_id) do update set seen_at = $2, boot_id = $3, engine = $4, applied_revision = $5,
        agent_version = $6, cpu_percent = $7, memory_percent = $8, online_users = $9, connections = $10, up_bps = $11,
        down_bps = $12, latency_ms = $13, update_fault = $14, engine_version = $15,
        has_update_key = $17,
        blocked_run = case when $16 then node_states.blocked_run end,
        blocked_count = case when $16 then node_states.blocked_count end`,
    values: [
      nodeId,
      now,
      report.boot,
      report.engine,
      report.appliedRevision,
      report.agentVersion,
      report.cpuPercent,
      report.memoryPercent,
      report.onlineUsers,
      report.connections,
      report.upBps,
      report.downBps,
      report.latencyMs ?? null,
      report.updateFault ?? null,
      report.engineVersion ?? null,
      report.blocked !== undefined,
      report.hasUpdateKey ?? null,
    ],
  })
}

/** Notes that the node asked for its users, as of this revision. */
export async function saveSeen(db: Queryable, nodeId: number, revision: number, now: Date): Promise<void> {
  await db.query({
    name: 'nodes.save_seen',
    text: `insert into node_states (node_id, seen_at, applied_revision) values ($1, $2, $3)
      on conflict (node_id) do update set seen_at = $2, applied_revision = $3`,
    values: [nodeId, now, revision],
  })
}

/** What an agent of another panel was told of a node, and by which token and number it knows the node. */
export type ToldNode = { nodeId: number; revision: number; tokenHash: Buffer; shownId: number | null }

/** Notes like `saveSeen` that the node asked again. False, without a note: its token or its revision is another now. */
export async function saveSeenAgain(db: Queryable, told: ToldNode, now: Date): Promise<boolean> {
  const { nodeId, revision, tokenHash, shownId } = told
  const rows = await db.query({
    name: 'nodes.save_seen_again',
    text: `with told as (
        select n.id, n.revision from nodes n where n.id = $1 and n.revision = $2
          and ((n.id = $4 and n.uniproxy_hash = $3) or exists (
            select from old_node_keys k where k.token_hash = $3 and k.old_node_id = $4 and k.node_id = n.id)))
      insert into node_states (node_id, seen_at, applied_revision) select id, $5, revision from told
      on conflict (node_id) do update set seen_at = $5, applied_revision = excluded.applied_revision returning node_id`,
    values: [nodeId, revision, tokenHash, shownId, now],
  })
  return rows.length === 1
}

export async function saveOnline(db: Queryable, nodeId: number, users: number, now: Date): Promise<void> {
  await db.query({
    name: 'nodes.save_online',
    text: `insert into node_states (node_id, seen_at, online_users) values ($1, $2, $3)
      on conflict (node_id) do update set seen_at = $2, online_users = $3`,
    values: [nodeId, now, users],
  })
}

export async function saveLoad(
  db: Queryable,
  nodeId: number,
  load: { cpuPercent: number; memoryPercent: number },
  now: Date,
): Promise<void> {
  await db.query({
    name: 'nodes.save_load',
    text: `insert into node_states (node_id, seen_at, cpu_percent, memory_percent) values ($1, $2, $3, $4)
      on conflict (node_id) do update set seen_at = $2, cpu_percent = $3, memory_percent = $4`,
    values: [nodeId, now, load.cpuPercent, load.memoryPercent],
  })
}
