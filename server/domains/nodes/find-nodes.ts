import type { Ctx } from '../../platform/context.ts'
import { findNodeRows, type Node, type NodeReport } from './queries.ts'

export type { Node, NodeReport } from './queries.ts'

/** Nodes in use, by region and name. With a reseller: its own and those for everybody. */
export function findNodes(
  ctx: Pick<Ctx, 'db'>,
  { resellerId = null }: { resellerId?: number | null } = {},
): Promise<(Node & NodeReport)[]> {
  return findNodeRows(ctx.db, resellerId)
}
