import type { Ctx } from '../../../platform/context.ts'
import { findNodes } from '../../nodes/load-node.ts'
import { nodeState } from '../node-state.ts'
import { countPlaced } from './count-placed.ts'

export type Target = { nodeId: number; node: string; free: number }

/** Finds nodes that accept lines now, among the reseller's own and these shared ones. */
export async function findTargets(
  ctx: Pick<Ctx, 'db' | 'now'>,
  resellerId: number,
  shared: ReadonlySet<number>,
): Promise<Target[]> {
  const nodes = (await findNodes(ctx, { resellerId })).filter((node) => {
    const isTheirs = node.resellerId === resellerId || shared.has(node.id)
    return isTheirs && nodeState(node, ctx.now) === 'up'
  })
  return Promise.all(
    nodes.map(async ({ id, name, capacity }) => {
      return { nodeId: id, node: name, free: Math.max(0, capacity - (await countPlaced(ctx.db, id))) }
    }),
  )
}
