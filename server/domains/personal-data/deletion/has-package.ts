import type { Ctx, Owner } from '../../../platform/context.ts'
import { getSubscription } from '../../packages/load-subscription.ts'
import { serviceState } from '../../packages/subscription.ts'

/** Whether there is time or traffic left of what was bought. */
export async function hasPackage(ctx: Pick<Ctx, 'db' | 'now'>, owner: Owner): Promise<boolean> {
  const state = serviceState(await getSubscription(ctx, owner), ctx.now)
  return state === 'active' || state === 'paused'
}
