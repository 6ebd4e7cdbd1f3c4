import type { Ctx } from '../../platform/context.ts'
import type { Tx, Queryable } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts'
import { loadUniproxyHash } from './key-queries.ts'
import { loadNodeRow, lockNodeRow, type Node, type NodeReport, findNodeRows, updateLifelines } from './queries.ts'

/** Also loads removed nodes: lines and traffic keep pointing to them. */
export function loadNode(ctx: Pick<Ctx, 'db'>, nodeId: number): Promise<(Node & NodeReport) | null> {
  return loadNodeRow(ctx.db, nodeId)
}

/** Gets a node in use and locks it until the transaction ends. */
export async function getNodeLocked(ctx: { db: Tx }, nodeId: number): Promise<Node> {
  const node = await lockNodeRow(ctx.db, nodeId)
  return node && !node.removedAt ? node : fail('object.unknown')
}

export type { Node, NodeReport } from './queries.ts'

/** Notes whether the node's agent can hold users on a lifeline to the listed places. */
export function noteLifelines(db: Queryable, nodeId: number, hasLifelines: boolean): Promise<void> {
  return updateLifelines(db, nodeId, hasLifelines)
}

/** Nodes in use, by region and name. With a reseller: only its own and the shared ones. */
export function findNodes(
  ctx: Pick<Ctx, 'db'>,
  { resellerId = null }: { resellerId?: number | null } = {},
): Promise<(Node & NodeReport)[]> {
  return findNodeRows(ctx.db, resellerId)
}

/** The node that this token opens. Null for a wrong or empty token and for a removed node. */
export async function loadUniproxyNode(
  db: Queryable,
  { nodeId, token }: { nodeId: number; token: string },
): Promise<Node | null> {
  const hash = await loadUniproxyHash(db, nodeId)
  if (!hash || token === '' || !equalBytes(hash, sha256(token))) return null
  return loadNodeRow(db, nodeId)
}
