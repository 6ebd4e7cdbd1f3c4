import { inTx, type Ctx, type TxCtx } from '../../platform/context.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { post } from '../ledger/post.ts'
import { topUpLegs, sell } from '../orders/settle-order.ts'
import { spellHash } from './confirm/proof.ts'
import { claimProof, lockProofs, mayBeConfirmed } from './confirm/queries.ts'
import { postFee } from './post-fee.ts'
import { dueFen, hasRefundNotify, isTradeUsed, lockPayment, markPaid, type PaymentRow } from './queries.ts'

/** The gateway's own answer to our question, never the claim of a notify. */
export type Confirmed = {
  tradeNo: string
  amountFen: number
  /** The transaction of a chain; null where the gateway does not say which. Not there for money that has none. */
  hash?: string | null
}
export type Settled = 'settled' | 'repeated' | 'mismatch'
export type SettleCtx = Pick<Ctx, 'db' | 'now' | 'config' | 'log'>

/**
 * Credits a payment exactly once: one transaction with the ledger and the purchase. Locks: payment, order, account,
 * subscription, ledger. However often and by whomever it is reported, the second report finds it paid.
 */
export function settlePayment(ctx: SettleCtx, paymentId: string, confirmed: Confirmed): Promise<Settled> {
  return inTx(ctx, async (tx) => {
    if (confirmed.hash !== undefined) await lockProofs(tx.db)
    const payment = await lockPayment(tx.db, paymentId)
    if (!payment) throw new Error(`There is no payment ${paymentId}`)
    if (payment.paidAt !== null) {
      return isItsTrade(payment, confirmed.tradeNo) ? 'repeated' : alertMismatch(tx, payment, confirmed, 'second trade')
    }
    if (dueFen(payment) !== confirmed.amountFen) return alertMismatch(tx, payment, confirmed, 'amount')
    // Its number was confirmed by hand for another payment.
    if (await isTradeUsed(tx.db, payment, confirmed.tradeNo)) return alertMismatch(tx, payment, confirmed, 'trade used')
    // Part of the money was refunded before it was ever credited: a person must find out how much.
    if (await hasRefundNotify(tx.db, payment.id)) return alertMismatch(tx, payment, confirmed, 'refunded outside')
    if (!(await isProofFree(tx, payment, confirmed))) return alertMismatch(tx, payment, confirmed, 'hash')
    const creditedTo = await credit(tx, payment)
    await postFee(tx, payment, { key: `payment:${payment.id}:fee`, feeFen: payment.feeFen })
    await markPaid(tx.db, payment.id, { tradeNo: confirmed.tradeNo, creditedTo, now: ctx.now })
    return 'settled'
  })
}

/** A transaction pays once. One that nobody names could be one that a person confirmed for something else. */
async function isProofFree(ctx: TxCtx, payment: PaymentRow, { hash }: Confirmed): Promise<boolean> {
  if (hash === undefined) return true
  return hash === null
    ? !(await mayBeConfirmed(ctx.db, payment))
    : claimProof(ctx.db, spellHash(hash), payment, ctx.now)
}

/** Confirmed by hand, it may have another number than its gateway gives the trade. */
export function isItsTrade({ tradeNo, gatewayRef }: PaymentRow, said: string): boolean {
  return said === tradeNo || said === gatewayRef
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
