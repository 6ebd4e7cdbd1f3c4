import type { Static } from 'typebox'

import type { GiftWish as WishOnWire } from '../../../../contract/console/gift-wish.ts'
import type { user } from '../../../../contract/console/user.ts'
import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { proveSpending } from '../../bulk/prove-spending.ts'
import { giveGift } from '../../gifts/give-gift.ts'
import { payerOf } from '../../gifts/payer-of.ts'
import type { GiftWish } from '../../gifts/price-gift.ts'
import { helperOf } from '../../sessions/operator/helper-of.ts'
import { getUser } from './get-user.ts'

type Give = typeof user.give

/** Gives only at the price shown on the button: a price that changed since is shown first. */
export function giveAtPrice(ctx: StaffCtx, input: Static<Give['input']>): Promise<Static<Give['output']>> {
  const { id: accountId, wish, costFen, key } = input
  const paidBy = payerOf(ctx, input.paidBy)
  return inTx(ctx, async (tx) => {
    await getUser(tx, accountId)
    const giving = { resellerId: ctx.resellerId, accountId, wish: readWish(wish), paidBy, key }
    const given = await giveGift(tx, giving, helperOf(ctx).actor)
    if (!given.isRepeated) await proveSpending(tx, paidBy, given.costFen)
    if (given.costFen !== costFen) fail('order.price_changed', { data: { costFen: given.costFen } })
    return { giftId: given.giftId, costFen }
  })
}

/** On the wire a package is named by a text, as everywhere. */
export function readWish(wish: WishOnWire): GiftWish {
  return wish.kind === 'package' ? { ...wish, packageId: Number(wish.packageId) } : wish
}
