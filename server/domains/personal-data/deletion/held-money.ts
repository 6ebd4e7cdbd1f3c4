import { loadBalanceFen } from '../../ledger/load-balance.ts'
import type { Ctx, Owner } from '../../../platform/context.ts'

/** Everything in the books that is this user's: also what is pending or on its way out. */
const KINDS = ['user', 'commission', 'commission_pending', 'hold'] as const

export async function loadHeldFen(ctx: Pick<Ctx, 'db'>, owner: Owner): Promise<number> {
  let sumFen = 0
  for (const kind of KINDS) sumFen += await loadBalanceFen(ctx, { kind, ...owner })
  return sumFen
}
