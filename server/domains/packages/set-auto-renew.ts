import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { getOffer } from './get-offer.ts'
import { getSubscription } from './load-subscription.ts'
import { updateAutoRenew } from './queries.ts'

/** Switching on needs something to renew that is for sale; switching off always works. */
export async function setAutoRenew(ctx: Ctx<'user'>, input: { on: boolean }): Promise<{ autoRenew: boolean }> {
  const { owner } = ctx
  if (input.on) {
    const { packageId, period } = await getSubscription(ctx, owner)
    if (packageId === null || period === null || period === 'once') fail('order.wrong_action')
    await getOffer(ctx, { resellerId: owner.resellerId, packageId, period })
  }
  if (!(await updateAutoRenew(ctx.db, owner, input.on)) && input.on) fail('order.wrong_action')
  return { autoRenew: input.on }
}
