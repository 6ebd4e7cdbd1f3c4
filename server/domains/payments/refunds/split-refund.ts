import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { floorShare } from '../../catalogue/prices/prorate.ts'
import type { PaymentRow } from '../queries.ts'
import { loadAskedToBalance } from './queries.ts'

/** `amountFen` goes back through the gateway, `balanceFen` to the balance. */
export type RefundParts = { amountFen: number; balanceFen: number }

/**
 * Splits a refund as the order was paid, each part to its source. Counts what earlier refunds asked for, so that all of
 * them together give back each part to the fen. `wantedFen` null: all that is left. Needs the lock of the payment.
 */
export async function splitRefund(db: Tx, payment: PaymentRow, wantedFen: number | null): Promise<RefundParts> {
  const onlineLeft = payment.amountFen - payment.refundAskedFen
  // Money that came too late for its order went to the balance alone: what was held had gone back before.
  if (payment.balanceFen === 0 || payment.creditedTo !== 'order') {
    return { amountFen: wantedFen ?? onlineLeft, balanceFen: 0 }
  }
  const askedOfBalance = await loadAskedToBalance(db, payment.id)
  const balanceLeft = payment.balanceFen - askedOfBalance
  const wanted = wantedFen ?? onlineLeft + balanceLeft
  if (wanted > onlineLeft + balanceLeft) return fail('refund.too_much')
  const priceFen = payment.amountFen + payment.balanceFen
  const backFen = payment.refundAskedFen + askedOfBalance + wanted
  const share = floorShare(payment.amountFen, backFen, priceFen) - payment.refundAskedFen
  const amountFen = Math.min(onlineLeft, wanted, Math.max(0, wanted - balanceLeft, share))
  return { amountFen, balanceFen: wanted - amountFen }
}
