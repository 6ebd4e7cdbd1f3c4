import type { TxCtx } from '../../platform/context.ts'
import { post } from '../ledger/post.ts'
import type { PaymentRow } from './queries.ts'

/**
 * The fee of a way is its merchant's. What a reseller's own merchant takes stays outside the books; it sells nothing, so
 * it touches no liability either. Negative: it goes back.
 */
export async function postFee(
  ctx: TxCtx,
  { id, resellerId, merchantOwnerKey, outTradeNo }: PaymentRow,
  { key, feeFen }: { key: string; feeFen: number },
): Promise<void> {
  if (feeFen === 0 || merchantOwnerKey !== -1) return
  await post(ctx, {
    key,
    kind: 'pay_fee',
    resellerId,
    legs: [
      { kind: 'outside', resellerId: null, amountFen: -feeFen },
      { kind: 'platform', resellerId: null, amountFen: feeFen },
    ],
    memo: { paymentId: id, about: outTradeNo },
  })
}
