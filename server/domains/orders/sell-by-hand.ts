import { limits } from '../../../contract/limits.ts'
import type { Owner, TxCtx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { refuseBlocked } from '../accounts/refuse-blocked.ts'
import { accountSubject, actorName, writeAudit, type AuditActor } from '../audit/audit.ts'
import { findOffers, getOffer, type Offer } from '../catalogue/get-package.ts'
import type { Period } from '../catalogue/period.ts'
import { refuseStopped } from '../resellers/limits.ts'
import { getSeller } from '../resellers/selling-terms.ts'
import { dropTrial } from '../subscriptions/drop-trial.ts'
import { getSubscription } from '../subscriptions/subscription-store.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import { expireOrders } from './end-orders.ts'
import { fits } from './fulfil-order.ts'
import { refuseWrong } from './make-quote.ts'
import { openNew, QUICKER } from './new-order.ts'
import type { NewOrder, OrderRow } from './queries.ts'
import { sell } from './settle-order.ts'

export type HandSale = Owner & {
  packageId: number
  period: Period
  /** The wholesale price that the member saw. */
  costFen: number
  /** What the user paid outside, as the member wrote it. It moves no money. */
  notedFen: number | null
}
type Sold = { orderId: string; costFen: number }
type Goods = { offer: Offer; subscription: Subscription }

/**
 * Sells a plan to a user who paid the reseller outside: the reseller's balance pays wholesale, never into debt. Such an
 * order counts for its user as what the platform received, pays no commission, and a refund goes to the reseller.
 */
export async function sellByHand(ctx: TxCtx, sale: HandSale, actor: AuditActor): Promise<Sold> {
  const { resellerId, accountId, packageId, period, costFen } = sale
  const owner = { resellerId, accountId }
  await getSeller(ctx, resellerId)
  await refuseBlocked(ctx, owner)
  const goods = {
    offer: await getOffer(ctx, { resellerId, packageId, period }),
    subscription: await dropTrial(ctx, await getSubscription(ctx, owner)),
  }
  const action = actionFor(goods, ctx.now)
  if (action === 'new') await refuseStopped(ctx, resellerId, 'reseller.limit')
  // A sale by hand is never an upgrade, so no price is compared with that of the package held.
  refuseWrong(ctx, { ...goods, heldWholesaleFen: null }, { action, packageId, period })
  if (goods.offer.wholesaleFen !== costFen) {
    fail('order.price_changed', { data: { costFen: goods.offer.wholesaleFen } })
  }
  await expireOrders(ctx, owner)
  const order = await open(ctx, { ...newOrder(goods, ctx.now), ...owner, action })
  const detail = { order: order.id, costFen, ...(sale.notedFen === null ? {} : { notedFen: sale.notedFen }) }
  const entry = { resellerId, actor, action: 'order.sold_by_hand', subject: accountSubject(accountId), detail }
  await writeAudit(ctx.db, entry, ctx.now)
  const row = { orderId: order.id, resellerId, soldBy: actorName(actor), costFen, notedFen: sale.notedFen }
  await ctx.db.kysely
    .insertInto('handSales')
    .values({ ...row, createdAt: ctx.now })
    .execute()
  await settle(ctx, order, goods.offer)
  return { orderId: order.id, costFen }
}

async function settle(ctx: TxCtx, { id: orderId, resellerId, ...order }: OrderRow, plan: Offer): Promise<void> {
  const known = { order: { id: orderId, resellerId, ...order }, plan }
  try {
    await sell(ctx, { resellerId, orderId, source: { kind: 'reseller' }, known })
  } catch (error) {
    // The reseller is the buyer here, so the message meant for its users would not help.
    if (error instanceof Refusal && error.code === 'reseller.short') fail('balance.short')
    throw error
  }
}

/** A running plan can be prolonged; anything else starts from now. */
function actionFor({ offer, subscription }: Goods, now: Date): 'new' | 'renew' {
  return fits(subscription, { action: 'new', packageId: offer.id, period: offer.period }, now) ? 'new' : 'renew'
}

function newOrder({ offer, subscription }: Goods, now: Date): Omit<NewOrder, 'resellerId' | 'accountId' | 'action'> {
  const { wholesaleFen } = offer
  return {
    packageId: offer.id,
    period: offer.period,
    quoteId: null,
    couponId: null,
    listFen: wholesaleFen,
    discountFen: 0,
    creditFen: 0,
    totalFen: wholesaleFen,
    wholesaleFen,
    fullWholesaleFen: wholesaleFen,
    inviterId: null,
    commissionFen: 0,
    basisRevision: subscription.revision,
    detail: {},
    createdAt: now,
    expiresAt: new Date(now.getTime() + limits.orderTtlMs),
  }
}

/** The user's own open order comes first: it may be paid at this very moment. */
async function open(ctx: TxCtx, order: NewOrder): Promise<OrderRow> {
  try {
    return await openNew(ctx, { order, coupon: null })
  } catch (error) {
    if (error === QUICKER) fail('order.open')
    throw error
  }
}

export type HandOffer = Offer & { action: 'new' | 'renew' }

/** The plans that this user can be sold by hand now, each at its wholesale price. */
export async function findHandOffers(ctx: { db: Queryable; now: Date }, owner: Owner): Promise<HandOffer[]> {
  const subscription = await dropTrial(ctx, await getSubscription(ctx, owner))
  const offers = await findOffers(ctx, owner.resellerId)
  return offers.flatMap((offer) => {
    if (offer.kind === 'pack') return []
    const action = actionFor({ offer, subscription }, ctx.now)
    const isPossible = fits(subscription, { action, packageId: offer.id, period: offer.period }, ctx.now)
    return isPossible && (action === 'renew' || offer.stock !== 0) ? [{ ...offer, action }] : []
  })
}
