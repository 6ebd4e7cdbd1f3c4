import { inTx, type Ctx, type TxCtx } from '../../platform/context.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { post } from '../ledger/post.ts'
import { topUpLegs, sell } from '../orders/settle-order.ts'
import { hasRefundNotify, isTradeUsed, lockPayment, markPaid, type PaymentRow } from './queries.ts'

/** The gateway's own answer to our question, never the claim of a notify. */
export type Confirmed = { tradeNo: string; amountFen: number }
export type Settled = 'settled' | 'repeated' | 'mismatch'
export type SettleCtx = Pick<Ctx, 'db' | 'now' | 'config' | 'log'>

/**
 * Credits a payment exactly once: one transaction with the ledger and the purchase. Locks: payment, order, account,
 * subscription, ledger. However often and by whomever it is reported, the second report finds it paid.
 */
export function settlePayment(ctx: SettleCtx, paymentId: string, confirmed: Confirmed): Promise<Settled> {
  return inTx(ctx, async (tx) => {
    const payment = await lockPayment(tx.db, paymentId)
    if (!payment) throw new Error(`There is no payment ${paymentId}`)
    if (payment.paidAt !== null) {
      return payment.tradeNo === confirmed.tradeNo ? 'repeated' : alertMismatch(tx, payment, confirmed, 'second trade')
    }
    if (payment.amountFen !== confirmed.amountFen) return alertMismatch(tx, payment, confirmed, 'amount')
    // Its number was confirmed by hand for another payment.
    if (await isTradeUsed(tx.db, payment, confirmed.tradeNo)) return alertMismatch(tx, payment, confirmed, 'trade used')
    // Part of the money was refunded before it was ever credited: a person must find out how much.
    if (await hasRefundNotify(tx.db, payment.id)) return alertMismatch(tx, payment, confirmed, 'refunded outside')
    const creditedTo = await credit(tx, payment)
    await markPaid(tx.db, payment.id, { tradeNo: confirmed.tradeNo, creditedTo, now: ctx.now })
    return 'settled'
  })
}

async function credit(ctx: TxCtx, payment: PaymentRow): Promise<'order' | 'balance'> {
  const { id, resellerId, accountId, orderId, amountFen, outTradeNo } = payment
  const merchantOwner = payment.merchantOwnerKey === -1 ? 'platform' : 'reseller'
  if (orderId !== null) {
    const source = { kind: 'payment', paymentId: id, merchantOwner, amountFen } as const
    return (await sell(ctx, { resellerId, orderId, source })).creditedTo
  }
  const memo = { paymentId: id, about: outTradeNo }
  if (accountId === null) {
    await post(ctx, {
      key: `payment:${id}:pay`,
      kind: 'agent_payment',
      resellerId,
      legs: [
        { kind: 'outside', resellerId: null, amountFen: -amountFen },
        { kind: 'reseller', resellerId, amountFen },
      ],
      memo,
    })
    return 'balance'
  }
  const source = merchantOwner === 'platform' ? 'platform_merchant' : 'own_merchant'
  const legs = topUpLegs({ resellerId, accountId, source }, amountFen)
  await post(ctx, { key: `payment:${id}:pay`, kind: 'topup', resellerId, legs, memo })
  return 'balance'
}

/** Credits nothing; an operator has to look. */
async function alertMismatch(ctx: TxCtx, payment: PaymentRow, confirmed: Confirmed, what: string): Promise<'mismatch'> {
  const { id, resellerId, outTradeNo, amountFen } = payment
  const detail = { what, outTradeNo, amountFen, saidFen: confirmed.amountFen, tradeNo: confirmed.tradeNo }
  await raiseAlert(ctx.db, { resellerId, kind: 'payment.mismatch', subject: `payment:${id}`, detail }, ctx.now)
  return 'mismatch'
}
