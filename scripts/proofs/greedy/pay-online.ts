import { getPayableOrder } from '../../../server/domains/orders/settle-order.ts'
import { settlePayment } from '../../../server/domains/payments/settle-payment.ts'
import { buildPaymentRow } from '../../../server/test/build/payment-row.ts'
import type { PaidBy } from './moves.ts'
import { ctxOf, ownerOf, type Game } from './world.ts'

type Paid = { outTradeNo: string; creditedTo: 'order' | 'balance' | null }
type Paying = { who: number; by: PaidBy; orderId: string | null; amountFen: number }

/** As a gateway would report it: the payment's row, then its settling. */
export async function payOnline(game: Game, { who, by, orderId, amountFen }: Paying): Promise<Paid> {
  const { world } = game
  const owner = ownerOf(game, who)
  const merchantOwner = by === 'own' ? ('reseller' as const) : ('platform' as const)
  if (orderId) await getPayableOrder(ctxOf(game), { ...owner, orderId, merchantOwner })
  const isOwnMerchant = by === 'own'
  const merchantId = isOwnMerchant ? game.merchantId : world.merchantId
  const paying = { ...owner, orderId, amountFen, merchantId, isOwnMerchant }
  const { id, outTradeNo } = await buildPaymentRow(world.db, paying, game.now)
  await settlePayment(ctxOf(game), id, { tradeNo: `T${id}`, amountFen })
  const { creditedTo } = await world.db.kysely
    .selectFrom('payments')
    .select('creditedTo')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (creditedTo === 'balance') game.topUps.push(outTradeNo)
  return { outTradeNo, creditedTo }
}
