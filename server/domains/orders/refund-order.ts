import { inTx, type Ctx, type TxCtx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { getPackage } from '../catalogue/get-package.ts'
import { ceilShare, floorShare } from '../catalogue/prices/prorate.ts'
import { takeBackCommission } from '../invites/commissions.ts'
import { post, type Leg } from '../ledger/post.ts'
import { findPosted, isPosted } from '../ledger/reverse.ts'
import { shortenPack, shortenPackage, type Refund } from '../subscriptions/shorten.ts'
import { lockSubscription, saveSubscription } from '../subscriptions/subscription-store.ts'
import { suspendRefundedAgency } from './agency/suspend-refunded-agency.ts'
import { lockOrder, claimAsRefunded, type OrderName, type OrderRow } from './queries.ts'
import { sourceOf } from './settle-order.ts'

type RefundInput = { resellerId: number; orderId: string; amountFen: number; key: string; operator: AuditActor }

/**
 * By the operator: refunds an order paid from a balance to that balance, the user's, or the reseller's if it was sold by
 * hand. An order paid online is refunded by its payment.
 */
export function refundOrder(
  ctx: Pick<Ctx, 'db' | 'now' | 'config' | 'log'>,
  { operator, ...input }: RefundInput,
): Promise<{ refundedFen: number; leftFen: number }> {
  return inTx(ctx, async (tx) => {
    const order = (await lockOrder(tx.db, input)) ?? fail('object.unknown')
    if (order.paidBy !== 'balance' && order.paidBy !== 'reseller') fail('refund.too_much')
    const refunded = await applyRefund(tx, input)
    const subject = `order:${order.id}`
    const detail = { amountFen: input.amountFen, refundedFen: refunded.refundedFen }
    const entry = { resellerId: order.resellerId, actor: operator, action: 'order.refunded', subject, detail }
    await writeAudit(tx.db, entry, ctx.now)
    return refunded
  })
}

type Refunding = OrderName & {
  amountFen: number
  /** The part of it that goes back to the balance, of an order that was paid partly from it. */
  balanceFen?: number
  /** A natural key, for example the gateway's request number. */ key: string
}
type Refunded = { refundedFen: number; leftFen: number }

/**
 * Books a refund in the caller's transaction: the money back to its source, wholesale, commission and margin by the
 * same share, and the package shortened by what the money had bought. The caller sends money through a gateway.
 */
export async function applyRefund(
  ctx: TxCtx,
  { key, amountFen, balanceFen = 0, ...name }: Refunding,
): Promise<Refunded> {
  if (!Number.isSafeInteger(amountFen) || amountFen <= 0) fail('refund.too_much')
  const before = (await lockOrder(ctx.db, name)) ?? fail('object.unknown')
  const ledgerKey = `order:${before.id}:refund:${key}`
  // A repeated call: the first one did it.
  if (await isPosted(ctx, ledgerKey)) return toAnswer(before)
  const order = (await claimAsRefunded(ctx.db, name, amountFen)) ?? fail('refund.too_much')
  const part = (wholeFen: number) =>
    floorShare(wholeFen, order.refundedFen, order.totalFen) - floorShare(wholeFen, before.refundedFen, order.totalFen)
  const wholesaleFen = part(order.wholesaleFen)
  await shortenSubscription(ctx, order, { fen: amountFen, wholesaleFen, ofFen: order.totalFen - before.refundedFen })
  // A partial refund of the fee is a discount; a full one ends the agency.
  if (order.action === 'agency' && order.refundedFen === order.totalFen) await suspendRefundedAgency(ctx, order.id)
  await post(ctx, {
    key: ledgerKey,
    kind: 'refund',
    resellerId: order.resellerId,
    legs: await refundLegs(ctx, order, { amountFen, balanceFen, wholesaleFen, part }),
    memo: { orderId: order.id, refundFen: amountFen },
  })
  return toAnswer(order)
}

type Parts = { amountFen: number; balanceFen: number; wholesaleFen: number; part: (wholeFen: number) => number }

async function refundLegs(ctx: TxCtx, order: OrderRow, parts: Parts): Promise<Leg[]> {
  const { amountFen, balanceFen, wholesaleFen, part } = parts
  const { resellerId, accountId, id } = order
  const source = order.paidBy!
  const sale = await findPosted(ctx, `order:${id}:sale`)
  const releasedFen = sale.find(({ kind }) => kind === 'liability')?.amountFen ?? 0
  const commissionFen = part(order.commissionFen)
  const commission = { resellerId, orderId: id, amountFen: commissionFen }
  const legs: Leg[] = [
    { kind: 'liability', resellerId, amountFen: -part(releasedFen) },
    { kind: 'platform', resellerId: null, amountFen: -wholesaleFen },
    ...(commissionFen > 0 ? await takeBackCommission(ctx, commission) : []),
  ]
  // The reseller refunds what its own merchant took through that merchant: the books never held it. What was sold by
  // hand goes back to the reseller whole, which the last leg does.
  if (source !== 'own_merchant' && source !== 'reseller')
    legs.push({ ...sourceOf({ resellerId, accountId, source }), amountFen: amountFen - balanceFen })
  if (balanceFen > 0) legs.push({ kind: 'user', resellerId, accountId, amountFen: balanceFen })
  const restFen = legs.reduce((sum, leg) => sum + leg.amountFen, 0)
  return [...legs, { kind: 'reseller', resellerId, amountFen: -restFen, mayOwe: 'beyond_limit' }]
}

async function shortenSubscription(
  ctx: TxCtx,
  order: OrderRow,
  amounts: Pick<Refund, 'fen' | 'wholesaleFen' | 'ofFen'>,
): Promise<void> {
  if (order.packageId === null) return
  const subscription = await lockSubscription(ctx, order, 'all')
  const isPlain = order.action !== 'upgrade'
  const refund = { orderId: order.id, period: order.period!, isPlain, ...amounts }
  if (order.action === 'pack') {
    const { trafficBytes } = await getPackage(ctx, order.packageId)
    const bytes = ceilShare(trafficBytes, refund.fen, order.totalFen)
    return saveSubscription(ctx, order, shortenPack(subscription, refund, bytes))
  }
  const clock = { now: ctx.now, timeZone: ctx.config.businessTz }
  return saveSubscription(ctx, order, shortenPackage(subscription, refund, clock))
}

function toAnswer({ refundedFen, totalFen }: OrderRow): Refunded {
  return { refundedFen, leftFen: totalFen - refundedFen }
}
