import type { Static } from 'typebox'

import type { user } from '../../../../contract/console/user.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import { once } from '../../../platform/http/idempotency.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { proveSpending } from '../../bulk/prove-spending.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { findHandOffers, sellByHand } from '../../orders/sell-by-hand.ts'
import { helperOf } from '../../sessions/operator/helper-of.ts'
import { getUser } from './get-user.ts'

type Offers = typeof user.sellOffers
type Sell = typeof user.sell

/** The plans that this user can be sold by hand, and the balance that would pay. */
export async function showSellOffers(
  ctx: StaffCtx,
  { id: accountId }: Static<Offers['input']>,
): Promise<Static<Offers['output']>> {
  const { resellerId } = ctx
  await getUser(ctx, accountId)
  const offers = await findHandOffers(ctx, { resellerId, accountId })
  const rows = offers.map(({ id: packageId, name, names, period, action, wholesaleFen: costFen, retailFen }) => ({
    packageId: String(packageId),
    name: inLanguage(name, names, ctx.language),
    period,
    action,
    costFen,
    retailFen,
  }))
  return {
    rows,
    balanceFen: may(ctx, 'money.read') ? await loadBalanceFen(ctx, { kind: 'reseller', resellerId }) : null,
  }
}

/** Sells only at the price shown on the button. Pressed twice, it sells once. */
export function sellToUser(ctx: StaffCtx, input: Static<Sell['input']>): Promise<Static<Sell['output']>> {
  const { key, ...body } = input
  return once(ctx, 'hand_sale', key, body, async (tx) => {
    const { id: accountId, notedFen = null, ...wish } = body
    await getUser(tx, accountId)
    const sale = { resellerId: ctx.resellerId, accountId, ...wish, packageId: Number(wish.packageId), notedFen }
    const sold = await sellByHand(tx, sale, helperOf(ctx).actor)
    await proveSpending(tx, 'reseller', sold.costFen)
    return sold
  })
}
