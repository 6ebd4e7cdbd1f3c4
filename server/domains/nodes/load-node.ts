import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { fail } from '../../platform/errors.ts'
import { loadNodeRow, lockNodeRow, type Node, type NodeReport } from './queries.ts'

/** Also a removed one: lines and traffic keep pointing to it. */
export function loadNode(ctx: Pick<Ctx, 'db'>, nodeId: number): Promise<(Node & NodeReport) | null> {
  return loadNodeRow(ctx.db, nodeId)
}

/** One in use, held until the transaction ends. */
export async function getNodeLocked(ctx: { db: Tx }, nodeId: number): Promise<Node> {
  const node = await lockNodeRow(ctx.db, nodeId)
  return node && !node.removedAt ? node : fail('object.unknown')
}
