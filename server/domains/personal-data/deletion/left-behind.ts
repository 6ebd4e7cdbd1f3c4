import type { Ctx, Owner } from '../../../platform/context.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { getSubscription } from '../../subscriptions/subscription-store.ts'
import { serviceState } from '../../subscriptions/subscription.ts'

/** All money in the books that belongs to this user, including pending money and money on its way out. */
const KINDS = ['user', 'commission', 'commission_pending', 'hold', 'order_hold', 'gift_hold'] as const

export async function loadLeftFen(ctx: Pick<Ctx, 'db'>, owner: Owner): Promise<number> {
  let sumFen = 0
  for (const kind of KINDS) sumFen += await loadBalanceFen(ctx, { kind, ...owner })
  return sumFen
}

/** Whether any bought time or traffic is left. */
export async function hasPackage(ctx: Pick<Ctx, 'db' | 'now'>, owner: Owner): Promise<boolean> {
  const state = serviceState(await getSubscription(ctx, owner), ctx.now)
  return state === 'active' || state === 'paused'
}
