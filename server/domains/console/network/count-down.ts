import type { StaffCtx } from '../../../platform/context.ts'
import { nodeState } from '../../lines/node-state.ts'
import { findNetwork } from './queries.ts'

/** How many nodes with users of this reseller do not work now. */
export async function countDown({ db, now, resellerId }: Pick<StaffCtx, 'db' | 'now' | 'resellerId'>): Promise<number> {
  const nodes = await findNetwork(db, resellerId)
  return nodes.filter((node) => node.lines > 0 && nodeState(node, now) === 'down').length
}
