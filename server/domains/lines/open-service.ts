import type { Tx } from '../../platform/db.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { lockSubscription } from '../packages/load-subscription.ts'
import { serviceState, type Subscription } from '../packages/subscription.ts'

/** For what only a running package allows. Nobody else changes the account's lines until the transaction ends. */
export async function openService(ctx: Pick<Ctx, 'now'> & { db: Tx }, owner: Owner): Promise<Subscription> {
  const subscription = await lockSubscription(ctx, owner)
  const state = serviceState(subscription, ctx.now)
  if (state === 'paused') fail('account.paused')
  if (state !== 'active') fail('line.no_package')
  return subscription
}
