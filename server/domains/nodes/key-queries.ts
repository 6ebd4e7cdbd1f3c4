import type { Db, Queryable, Tx } from '../../platform/db/db.ts'
import { NODE, type Node } from './queries.ts'

type NodeKey = { currentEpoch: number; removedAt: Date | null; sealedSecret: Buffer | null }

/** Null when there is no such node; the secret is null when the node never had that epoch. */
export async function loadNodeKey(db: Db, nodeId: number, epoch: number): Promise<NodeKey | null> {
  const rows = await db.query<NodeKey>({
    name: 'nodes.key',
    text: `select n.epoch as current_epoch, n.removed_at, k.sealed_secret
      from nodes n left join node_keys k on k.node_id = n.id and k.epoch = $2 where n.id = $1`,
    values: [nodeId, epoch],
  })
  return rows[0] ?? null
}

export async function saveEnrolToken(db: Tx, nodeId: number, hash: Buffer, expiresAt: Date): Promise<void> {
  await db.query({
    name: 'nodes.save_enrol_token',
    text: 'update nodes set enrol_hash = $2, enrol_expires_at = $3 where id = $1',
    values: [nodeId, hash, expiresAt],
  })
}

/** Only one of two agents with the same token gets the row. */
export async function spendEnrolToken(db: Tx, hash: Buffer, now: Date): Promise<(Node & { epoch: number }) | null> {
  const rows = await db.query<Node & { epoch: number }>({
    name: 'nodes.spend_enrol_token',
    text: `update nodes n set enrol_hash = null, enrol_expires_at = null, epoch = epoch + 1
      where enrol_hash = $1 and enrol_expires_at > $2 and removed_at is null and connection = 'agent'
      returning ${NODE}, n.epoch`,
    values: [hash, now],
  })
  return rows[0] ?? null
}

export async function insertNodeKey(
  db: Tx,
  key: { nodeId: number; epoch: number; sealedSecret: Buffer },
  now: Date,
): Promise<void> {
  await db.query({
    name: 'nodes.insert_key',
    text: 'insert into node_keys (node_id, epoch, sealed_secret, created_at) values ($1, $2, $3, $4)',
    values: [key.nodeId, key.epoch, key.sealedSecret, now],
  })
}

export async function saveUniproxyToken(db: Tx, nodeId: number, hash: Buffer): Promise<void> {
  await db.query({
    name: 'nodes.save_uniproxy_token',
    text: 'update nodes set uniproxy_hash = $2 where id = $1',
    values: [nodeId, hash],
  })
}

export async function loadUniproxyHash(db: Queryable, nodeId: number): Promise<Buffer | null> {
  const rows = await db.query<{ uniproxyHash: Buffer | null }>({
    name: 'nodes.uniproxy_hash',
    text: `select uniproxy_hash from nodes where id = $1 and connection = 'uniproxy' and removed_at is null`,
    values: [nodeId],
  })
  return rows[0]?.uniproxyHash ?? null
}
