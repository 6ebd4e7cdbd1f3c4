import { inTx, type Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { getNodeLocked } from './load-node.ts'
import { nodeSubject } from './node-subject.ts'
import { loadNodeRow, type Node } from './queries.ts'

/** What an agent of another panel shows: the token of all nodes there, and how the node was called. */
export type OldKey = { token: string; nodeType: string; oldNodeId: number }

/** Other panels answer to these names too. */
const NAMES: Record<string, readonly string[]> = {
  v2ray: ['v2ray', 'vmess'],
  hysteria: ['hysteria', 'hysteria2'],
  hysteria2: ['hysteria2', 'hysteria'],
}
/** Agents that name no type, or one that stands for all: then only one node may have the number. */
const ANY = new Set(['', 'v2node'])

/** The node that an agent of another panel means. Null for an unknown key and for a removed node. */
export async function loadOldNode(db: Queryable, { token, nodeType, oldNodeId }: OldKey): Promise<Node | null> {
  const rows = await db.query<{ nodeId: number; nodeType: string }>({
    name: 'nodes.by_old_key',
    text: `select k.node_id, k.node_type from old_node_keys k join nodes n on n.id = k.node_id
            where k.token_hash = $1 and k.old_node_id = $2 and n.connection = 'uniproxy' and n.removed_at is null`,
    values: [sha256(token), oldNodeId],
  })
  const names = NAMES[nodeType] ?? [nodeType]
  const named = names.map((name) => rows.find((row) => row.nodeType === name)).find((row) => row !== undefined)
  const found = named ?? (ANY.has(nodeType) && rows.length === 1 ? rows[0] : undefined)
  return found ? loadNodeRow(db, found.nodeId) : null
}

/**
 * Lets the agents of another panel's nodes in as before; a panel has one token at a time, so the one before ends. A key of
 * another node stays that one's, unless it was removed: agents with one token and number are not to be told apart. Returns
 * the nodes that have their key.
 */
export async function keepOldNodeKeys(
  db: Queryable,
  keys: readonly (OldKey & { nodeId: number })[],
): Promise<Set<number>> {
  const rows = await db.query<{ nodeId: number }>({
    name: 'nodes.keep_old_keys',
    text: `with wanted as (select distinct on (hash, number, type) * from
             unnest($1::bytea[], $2::text[], $3::integer[], $4::integer[]) as w (hash, type, number, node_id)),
           gone as (delete from old_node_keys k using wanted w where k.node_id = w.node_id and k.token_hash <> w.hash)
           insert into old_node_keys (token_hash, node_type, old_node_id, node_id)
           select hash, type, number, node_id from wanted
           on conflict (token_hash, old_node_id, node_type) do update set node_id = excluded.node_id
             where old_node_keys.node_id = excluded.node_id
               or exists (select from nodes n where n.id = old_node_keys.node_id and n.removed_at is not null)
           returning node_id`,
    values: [
      keys.map(({ token }) => sha256(token)),
      keys.map(({ nodeType }) => nodeType.toLowerCase()),
      keys.map(({ oldNodeId }) => oldNodeId),
      keys.map(({ nodeId }) => nodeId),
    ],
  })
  return new Set(rows.map(({ nodeId }) => nodeId))
}

/** How many of these nodes answer to a key of another panel. */
export async function countOldNodeKeys(db: Queryable, nodeIds: readonly number[]): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: 'nodes.count_old_keys',
    text: 'select count(distinct node_id)::integer as count from old_node_keys where node_id = any($1::integer[])',
    values: [nodeIds],
  })
  return row!.count
}

/** Once the agent has a key of ours: the other panel's opens this node no longer. Returns how many there were. */
export function forgetOldNodeKeys(ctx: Pick<Ctx, 'db' | 'now'>, nodeId: number, actor: AuditActor): Promise<number> {
  return inTx(ctx, async (tx) => {
    const node = await getNodeLocked(tx, nodeId)
    const rows = await tx.db.query({
      name: 'nodes.forget_old_keys',
      text: 'delete from old_node_keys where node_id = $1 returning node_id',
      values: [nodeId],
    })
    const entry = { resellerId: node.resellerId, actor, action: 'node.old_keys_removed', subject: nodeSubject(nodeId) }
    if (rows.length > 0) await writeAudit(tx.db, { ...entry, detail: { name: node.name } }, ctx.now)
    return rows.length
  })
}
