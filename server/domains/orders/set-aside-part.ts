import type { Owner, TxCtx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { post, type Leg } from '../ledger/post.ts'
import { claimPart, claimRelease, type OrderRow } from './queries.ts'

/** A payment of the rest of an order, whose other part the balance pays. */
type PartPayment = Owner & { id: string; orderId: string; amountFen: number; balanceFen: number }
type PartCtx = Pick<TxCtx, 'db' | 'now'>

/** Takes the balance's part away from the balance, in the transaction that opens the payment. Locks: order, ledger. */
export async function setAsidePart(ctx: PartCtx, payment: PartPayment): Promise<void> {
  const { id: paymentId, orderId, resellerId, balanceFen } = payment
  const held = (await claimPart(ctx.db, { ...payment, paymentId }, ctx.now)) ?? fail('order.closed')
  await post(ctx, {
    key: `payment:${paymentId}:hold`,
    kind: 'order_hold',
    resellerId,
    legs: setAsideLegs(payment, balanceFen),
    memo: { orderId, ...(held.about === null ? {} : { about: held.about }) },
  })
}

/** Gives it back when the payment closes, in the same transaction. Does nothing if the order has taken it or gave it back. */
export async function releasePart(ctx: PartCtx, payment: PartPayment): Promise<void> {
  const { id: paymentId, orderId, resellerId, balanceFen } = payment
  if (!(await claimRelease(ctx.db, payment, paymentId))) return
  const legs = setAsideLegs(payment, -balanceFen)
  await post(ctx, { key: `payment:${paymentId}:release`, kind: 'order_release', resellerId, legs, memo: { orderId } })
}

/** The same for an order that this transaction has cancelled or let expire. */
export async function releaseOfOrder(ctx: PartCtx, order: OrderRow): Promise<void> {
  const { id: orderId, resellerId, balanceFen } = order
  if (balanceFen === 0) return
  const legs = setAsideLegs(order, -balanceFen)
  await post(ctx, { key: `order:${orderId}:release`, kind: 'order_release', resellerId, legs, memo: { orderId } })
}

function setAsideLegs({ resellerId, accountId }: Owner, amountFen: number): Leg[] {
  return [
    { kind: 'user', resellerId, accountId, amountFen: -amountFen },
    { kind: 'order_hold', resellerId, accountId, amountFen },
  ]
}
