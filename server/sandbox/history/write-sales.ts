import { randomUUID } from 'node:crypto'

import { MINUTE_MS } from '../../../contract/durations.ts'
import { post } from '../../domains/ledger/post.ts'
import { insertOrder } from '../../domains/orders/queries.ts'
import { sell } from '../../domains/orders/settle-order.ts'
import { getSubscription } from '../../domains/subscriptions/subscription-store.ts'
import type { Owner, TxCtx } from '../../platform/context.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'

export type Sale = Owner & {
  action: 'new' | 'renew' | 'pack'
  packageId: number
  period: 'month' | 'once'
  retailFen: number
  wholesaleFen: number
  inviterId: number | null
  commissionPercent: number
  by: 'online' | 'balance'
  merchantId: string
}

const HALF_HOUR_MS = 1_800_000

/**
 * Writes one purchase as its use cases would: the order, its payment, and what was bought. Returns the order's number.
 */
export async function writeSale(ctx: TxCtx, sale: Sale): Promise<string> {
  const { resellerId, accountId, action, packageId, period, retailFen, wholesaleFen, inviterId } = sale
  const commissionFen = inviterId === null ? 0 : Math.floor((retailFen * sale.commissionPercent) / 100)
  const subscription = await getSubscription(ctx, { resellerId, accountId })
  const order = await insertOrder(ctx.db, {
    resellerId,
    accountId,
    action,
    packageId,
    period,
    quoteId: null,
    couponId: null,
    listFen: retailFen,
    discountFen: 0,
    creditFen: 0,
    totalFen: retailFen,
    wholesaleFen,
    fullWholesaleFen: wholesaleFen,
    inviterId: commissionFen > 0 ? inviterId : null,
    commissionFen,
    basisRevision: subscription.revision,
    detail: {},
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + HALF_HOUR_MS),
  })
  const name = { resellerId, orderId: order!.id }
  const paid = { ...ctx, now: new Date(ctx.now.getTime() + 2 * MINUTE_MS) }
  if (sale.by === 'balance') {
    await writeTopUp(ctx, { resellerId, accountId, amountFen: retailFen, merchantId: sale.merchantId })
    await sell(paid, { ...name, source: { kind: 'balance' } })
    return order!.id
  }
  const payment = { resellerId, accountId, orderId: order!.id, purpose: 'package' as const, amountFen: retailFen }
  const paymentId = await insertPayment(ctx, { ...payment, creditedTo: 'order', merchantId: sale.merchantId })
  await sell(paid, { ...name, source: { kind: 'payment', paymentId, merchantOwner: 'platform', amountFen: retailFen } })
  return order!.id
}

type TopUp = { resellerId: number; accountId: number | null; amountFen: number; merchantId: string }

/** Paid online to a user's balance, or without an account to the reseller's own balance. */
export async function writeTopUp(ctx: TxCtx, { resellerId, accountId, amountFen, merchantId }: TopUp): Promise<void> {
  const purpose = accountId === null ? ('daili' as const) : ('user' as const)
  const payment = { resellerId, accountId, orderId: null, purpose, amountFen, creditedTo: 'balance' as const }
  const paymentId = await insertPayment(ctx, { ...payment, merchantId })
  const to = accountId === null ? { kind: 'reseller' as const } : { kind: 'user' as const, accountId }
  await post(ctx, {
    key: `payment:${paymentId}:pay`,
    kind: accountId === null ? 'agent_payment' : 'topup',
    resellerId,
    legs: [
      { kind: 'outside', resellerId: null, amountFen: -amountFen },
      { ...to, resellerId, amountFen },
    ],
    memo: { paymentId },
  })
}

type NewPayment = TopUp & {
  orderId: string | null
  purpose: 'user' | 'package' | 'daili'
  creditedTo: 'order' | 'balance'
}

async function insertPayment(ctx: TxCtx, payment: NewPayment): Promise<string> {
  const id = randomUUID()
  const number = id.replaceAll('-', '')
  const paidAt = new Date(ctx.now.getTime() + MINUTE_MS)
  await ctx.db.kysely
    .insertInto('payments')
    .values({
      id,
      ...payment,
      outTradeNo: `H${number}`,
      merchantOwnerKey: -1,
      channel: 'alipay',
      state: 'paid',
      tradeNo: number,
      keyHash: sha256(`key ${id}`),
      askedHash: sha256(`asked ${id}`),
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + HALF_HOUR_MS),
      checkedAt: paidAt,
      paidAt,
    })
    .execute()
  return id
}
