import { randomBytes } from 'node:crypto'

import { getPayableOrder } from '../../../server/domains/orders/settle-order.ts'
import { settlePayment } from '../../../server/domains/payments/settle-payment.ts'
import type { PaidBy } from './moves.ts'
import { ctxOf, ownerOf, type Game } from './world.ts'

type Paid = { outTradeNo: string; creditedTo: 'order' | 'balance' | null }
type Paying = { who: number; by: PaidBy; orderId: string | null; amountFen: number }

/** As a gateway would report it: the payment's row, then its settling. */
export async function payOnline(game: Game, { who, by, orderId, amountFen }: Paying): Promise<Paid> {
  const { world, resellerId } = game
  const owner = ownerOf(game, who)
  const merchantOwner = by === 'own' ? ('reseller' as const) : ('platform' as const)
  if (orderId) await getPayableOrder(ctxOf(game), { ...owner, orderId, merchantOwner })
  const outTradeNo = `G${randomBytes(12).toString('hex')}`
  const { id } = await world.db.kysely
    .insertInto('payments')
    .values({
      ...owner,
      outTradeNo,
      purpose: orderId ? 'package' : 'user',
      orderId,
      merchantId: by === 'own' ? game.merchantId : world.merchantId,
      merchantOwnerKey: by === 'own' ? resellerId : -1,
      channel: 'alipay',
      amountFen,
      keyHash: randomBytes(32),
      askedHash: randomBytes(32),
      createdAt: game.now,
      expiresAt: new Date(game.now.getTime() + 1_800_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await settlePayment(ctxOf(game), id, { tradeNo: `T${id}`, amountFen })
  const { creditedTo } = await world.db.kysely
    .selectFrom('payments')
    .select('creditedTo')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (creditedTo === 'balance') game.topUps.push(outTradeNo)
  return { outTradeNo, creditedTo }
}
