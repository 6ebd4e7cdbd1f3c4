import type { Owner, TxCtx } from '../../platform/context.ts'
import { together } from '../../platform/db/db.ts'
import { lockAccountRow } from '../accounts/lock-account-row.ts'
import { accountSubject } from '../audit/audit.ts'
import { getPackage } from '../catalogue/get-package.ts'
import type { Period } from '../catalogue/period.ts'
import { fillShop } from '../catalogue/prices/set-retail.ts'
import { ownsLines } from '../lines/owns-lines.ts'
import { createAgency, ownsAgency } from '../resellers/agency.ts'
import { dropTrial } from '../subscriptions/drop-trial.ts'
import type { PaidBy } from '../subscriptions/piece.ts'
import { addPack, renewEarly, renewPackage, startPackage } from '../subscriptions/purchase.ts'
import { lockSubscription, saveSubscription } from '../subscriptions/subscription-store.ts'
import { isSameKind, type Subscription, serviceState, type Plan } from '../subscriptions/subscription.ts'
import { upgradePackage } from '../subscriptions/upgrade.ts'
import type { OrderRow } from './queries.ts'

export type Fulfilment = {
  /** The text that the buyer reads beside the amount. */
  about: string
  /** Nothing was bought or refunded since the price was calculated. */
  isAsQuoted: boolean
  /** The resulting subscription; null for an agency. */
  outcome: Subscription | null
  /** The package starts with it: nothing ran before. */
  starts: boolean
  /** Whether there are lines to update. */
  hasLines: boolean
}

/** What paying this order would do now; null when it can no longer be done. Locks the subscription until the end. */
export async function planFulfilment(ctx: TxCtx, order: OrderRow): Promise<Fulfilment | null> {
  if (order.action === 'agency') {
    // Lock until the end: a deletion of this account waits and then finds the agency, or came first and leaves no
    // owner.
    if (!(await lockAccountRow(ctx, order)) || (await ownsAgency(ctx, order))) return null
    return { about: order.detail['name'] ?? '', isAsQuoted: true, outcome: null, starts: false, hasLines: false }
  }
  return planPurchase(ctx, order, await getPackage(ctx, order.packageId!))
}

/** What a purchase changes, locked. */
export type Held = { subscription: Subscription; hasLines: boolean }

/** Installing a line locks the subscription, so no line can appear between this and the end. */
export async function lockBought(ctx: TxCtx, owner: Owner): Promise<Held> {
  const [subscription, hasLines] = await together([lockSubscription(ctx, owner), ownsLines(ctx, owner)])
  return { subscription, hasLines }
}

/** The same for a package that is already known, and perhaps locked. */
export async function planPurchase(
  ctx: TxCtx,
  order: OrderRow,
  plan: Plan & { name: string },
  held?: Held,
): Promise<Fulfilment | null> {
  const { subscription: before, hasLines } = held ?? (await lockBought(ctx, order))
  const subscription = order.action === 'new' ? await dropTrial(ctx, before) : before
  const by = { orderId: order.id }
  const isEarly = order.detail['early'] !== undefined
  const bought = { ...order, action: order.action as BuyAction, plan, period: order.period!, by, isEarly }
  const outcome = applyPurchase(subscription, bought, { now: ctx.now, timeZone: ctx.config.businessTz })
  if (!outcome) return null
  const isAsQuoted = order.action === 'pack' || subscription.revision === order.basisRevision
  const state = serviceState(subscription, ctx.now)
  const starts = state !== 'active' && state !== 'paused'
  return { about: plan.name, isAsQuoted, outcome, starts, hasLines }
}

/** Delivers what was paid for, after the money has moved. */
export async function fulfilOrder(ctx: TxCtx, order: OrderRow, { outcome, hasLines }: Fulfilment): Promise<void> {
  if (outcome) return saveSubscription(ctx, order, outcome, hasLines)
  const { name = '', contact = '' } = order.detail
  const { resellerId } = await createAgency(ctx, { owner: order, orderId: order.id, name, contact })
  await fillShop(ctx, resellerId, accountSubject(order.accountId))
}

export type BuyAction = 'new' | 'renew' | 'upgrade' | 'pack'
type PricedPurchase = {
  action: BuyAction
  plan: Plan
  period: Period
  listFen: number
  discountFen: number
  totalFen: number
  wholesaleFen: number
  fullWholesaleFen: number | null
  basisRevision: number
  by: PaidBy
  /** Because the traffic is used up. */
  isEarly?: boolean
}
type Clock = { now: Date; timeZone: string }

/** Whether this kind of purchase fits the buyer's current package. */
export function fits(subscription: Subscription, wanted: Wanted, now: Date): boolean {
  const state = serviceState(subscription, now)
  const isRunning = state === 'active' || state === 'paused'
  switch (wanted.action) {
    case 'new':
      return !isRunning
    case 'renew':
      return state !== 'none' && isSameKind(subscription, wanted)
    case 'upgrade':
      return isRunning && !isSameKind(subscription, wanted)
    case 'pack':
      return isRunning
  }
}
type Wanted = { action: BuyAction; packageId: number; period: Period }

/** The resulting subscription; null when it has changed so much since the order that the order makes no sense. */
export function applyPurchase(subscription: Subscription, bought: PricedPurchase, clock: Clock): Subscription | null {
  const { action, plan, period, by } = bought
  const purchase = { plan, period, by, paid: { paidFen: bought.totalFen, wholesaleFen: bought.wholesaleFen } }
  if (action === 'pack') {
    const funds = { ...purchase, packageId: plan.id }
    return subscription.packageId === null ? null : addPack(subscription, plan.trafficBytes, funds)
  }
  if (action === 'upgrade') {
    const isAsPriced = subscription.revision === bought.basisRevision
    return isAsPriced ? upgradePackage(subscription, purchase, bought, clock) : null
  }
  const state = serviceState(subscription, clock.now)
  const isRunning = state === 'active' || state === 'paused'
  if (isRunning) {
    const renew = bought.isEarly ? renewEarly : renewPackage
    return isSameKind(subscription, { packageId: plan.id, period }) ? renew(subscription, purchase, clock) : null
  }
  return startPackage(subscription, purchase, clock)
}
