import type { Tx } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { floorShare } from '../../catalogue/prices/prorate.ts'
import type { PaymentRow } from '../queries.ts'
import { loadAsked } from './queries.ts'

/** `amountFen` goes back through the gateway, with `feeFen` on top; `balanceFen` to the balance. */
export type RefundParts = { amountFen: number; balanceFen: number; feeFen: number }

/**
 * Splits a refund as the order was paid, each part to its source. Counts what earlier refunds asked for, so that all of
 * them together give back each part to the fen. `wantedFen` null: all that is left. The fee of the way goes back with the
 * one that leaves nothing. Needs the lock of the payment.
 */
export async function splitRefund(db: Tx, payment: PaymentRow, wantedFen: number | null): Promise<RefundParts> {
  const asked = await loadAsked(db, payment.id)
  // Money that came too late for its order went to the balance alone: what was held had gone back before.
  const isSplit = payment.balanceFen > 0 && payment.creditedTo === 'order'
  const onlineLeft = payment.amountFen - payment.refundAskedFen
  const balanceLeft = isSplit ? payment.balanceFen - asked.balanceFen : 0
  const left = onlineLeft + balanceLeft
  const wanted = wantedFen ?? left
  const feeFen = wanted === left ? payment.feeFen - asked.feeFen : 0
  if (!isSplit) return { amountFen: wanted, balanceFen: 0, feeFen }
  if (wanted > left) return fail('refund.too_much')
  const priceFen = payment.amountFen + payment.balanceFen
  const backFen = payment.refundAskedFen + asked.balanceFen + wanted
  const share = floorShare(payment.amountFen, backFen, priceFen) - payment.refundAskedFen
  const amountFen = Math.min(onlineLeft, wanted, Math.max(0, wanted - balanceLeft, share))
  return { amountFen, balanceFen: wanted - amountFen, feeFen }
}
