import type { TxCtx } from '../../../platform/context.ts'
import { lockAccountRow } from '../../accounts/lock-account-row.ts'
import { post, type Leg } from '../../ledger/post.ts'
import { reverse } from '../../ledger/reverse.ts'
import { applyRefund } from '../../orders/refund-order.ts'
import { postFee } from '../post-fee.ts'
import { lockPayment, type PaymentRow } from '../queries.ts'
import { addRefunded, claimOutcome, giveBackClaim, type RefundRow } from './queries.ts'

/** Takes back what the payment put on a balance. Refused when the money is no longer there. */
export async function takeCredited(ctx: TxCtx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  if (payment.creditedTo === 'order') return
  await post(ctx, {
    key: takeKey(refund),
    kind: 'refund',
    resellerId: payment.resellerId,
    legs: backLegs(payment, refund.amountFen, await isGone(ctx, payment)),
    memo: { paymentId: payment.id, about: payment.outTradeNo },
  })
}

/** Books the gateway's answer once, in the caller's transaction. Locks: payment, order, account, ledger. */
export async function bookOutcome(ctx: TxCtx, refund: RefundRow, outcome: 'done' | 'refused'): Promise<boolean> {
  const payment = await lockPayment(ctx.db, refund.paymentId)
  const claimed = await claimOutcome(ctx.db, refund.id, outcome, ctx.now)
  if (!payment || !claimed) return false
  const { amountFen, balanceFen } = claimed
  if (outcome === 'refused') {
    await giveBackClaim(ctx.db, payment.id, amountFen)
    if (payment.creditedTo !== 'order')
      await reverse(ctx, { key: takeKey(refund), newKey: `${takeKey(refund)}:undone` })
    return true
  }
  await addRefunded(ctx.db, payment.id, amountFen)
  await postFee(ctx, payment, { key: `refund:${refund.id}:fee`, feeFen: -claimed.feeFen })
  if (payment.creditedTo === 'order') {
    const { resellerId, orderId } = payment
    const parts = { amountFen: amountFen + balanceFen, balanceFen }
    await applyRefund(ctx, { resellerId, orderId: orderId!, ...parts, key: refund.id })
  }
  return true
}

function takeKey({ id }: RefundRow): string {
  return `refund:${id}:take`
}

/** Money that arrived after the account's deletion is kept apart. */
async function isGone(ctx: TxCtx, { resellerId, accountId }: PaymentRow): Promise<boolean> {
  return accountId !== null && (await lockAccountRow(ctx, { resellerId, accountId })) === null
}

function backLegs({ resellerId, accountId, merchantOwnerKey }: PaymentRow, amountFen: number, gone: boolean): Leg[] {
  const outside: Leg = { kind: 'outside', resellerId: null, amountFen }
  if (accountId === null) return [{ kind: 'reseller', resellerId, amountFen: -amountFen }, outside]
  const user: Leg = { kind: gone ? 'unclaimed' : 'user', resellerId, accountId, amountFen: -amountFen }
  // The reseller refunds what its own merchant took; sales may already have released that debt.
  return [user, merchantOwnerKey === -1 ? outside : { kind: 'liability', resellerId, amountFen, upToOwed: true }]
}
