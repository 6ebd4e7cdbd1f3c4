import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { getOffer, getPackage } from '../catalogue/get-package.ts'
import type { Period } from '../catalogue/period.ts'
import { getDearestPack, getWholesaleFen, loadWholesaleFen } from '../catalogue/prices/get-wholesale.ts'
import { daysFen, trafficFen } from '../catalogue/prices/prorate.ts'
import { addDays, startDays } from '../subscriptions/grant-days.ts'
import { worthLeft } from '../subscriptions/pieces.ts'
import { addPack } from '../subscriptions/purchase.ts'
import { getSubscription } from '../subscriptions/subscription-store.ts'
import { serviceState, type Subscription } from '../subscriptions/subscription.ts'
import { changePackage } from '../subscriptions/upgrade.ts'
import type { GiftRow, NewGift } from './queries.ts'

export type Owner = { resellerId: number; accountId: number }
export type GiftWish =
  | { kind: 'days'; days: number }
  | { kind: 'traffic'; gb: number }
  | { kind: 'balance'; amountFen: number }
  | { kind: 'package'; packageId: number; period: Period }
type GiftColumns = Pick<NewGift, 'days' | 'trafficBytes' | 'amountFen' | 'packageId' | 'period'>
export type PricedGift = {
  /** Wholesale price, for either payer. */
  costFen: number
  columns: GiftColumns
  /** The new subscription; null for a balance. */
  outcome: Subscription | null
}
type PriceCtx = Pick<Ctx, 'db' | 'now' | 'config'>

const GB_BYTES = 1024 ** 3
const EXPIRED_MAX_MS = 30 * 86_400_000

/** For a preview: prices the gift now, and refuses if this user cannot have it. */
export async function priceGift(ctx: PriceCtx, owner: Owner, wish: GiftWish): Promise<{ costFen: number }> {
  const { costFen } = await planGift(ctx, owner, wish, await getSubscription(ctx, owner))
  return { costFen }
}

/** Prices like card keys: wholesale, rounded up. A gift adds nothing to the money that upgrades and refunds count. */
export function planGift(
  ctx: PriceCtx,
  { resellerId }: Owner,
  wish: GiftWish,
  subscription: Subscription,
): Promise<PricedGift> {
  refuseBadWish(wish)
  switch (wish.kind) {
    case 'days':
      return planDays(ctx, resellerId, wish.days, subscription)
    case 'traffic':
      return planTraffic(ctx, resellerId, wish.gb, subscription)
    case 'package':
      return planPackage(ctx, resellerId, wish, subscription)
    case 'balance': {
      const { amountFen } = wish
      return Promise.resolve({ costFen: amountFen, columns: { amountFen }, outcome: null })
    }
  }
}

/** Needs a package with time that runs, is paused, or ended at most a month ago. Adds the traffic of the days. */
async function planDays(ctx: PriceCtx, resellerId: number, days: number, subscription: Subscription) {
  const { packageId, period, expiresAt } = subscription
  const state = serviceState(subscription, ctx.now)
  const isLately = expiresAt !== null && ctx.now.getTime() - expiresAt.getTime() <= EXPIRED_MAX_MS
  const isGivable = state === 'active' || state === 'paused' || (state === 'expired' && isLately)
  if (packageId === null || period === null || period === 'once' || !isGivable) return fail('gift.no_package')
  // A trial has the length that the platform gave it.
  const plan = await getPackage(ctx, packageId)
  if (plan.trialDays !== null) return fail('gift.no_package')
  const monthFen = await getWholesaleFen(ctx, { resellerId, packageId, period: 'month' })
  const clock = { now: ctx.now, timeZone: ctx.config.businessTz }
  const costFen = daysFen(monthFen, days)
  const outcome =
    state === 'expired'
      ? startDays(subscription, plan, days, fundsOf(costFen), clock)
      : addDays(subscription, days, fundsOf(costFen), clock)
  return { costFen, columns: { days, packageId }, outcome }
}

async function planTraffic(ctx: PriceCtx, resellerId: number, gb: number, subscription: Subscription) {
  const pack = await getDearestPack(ctx, resellerId)
  if (subscription.packageId === null) return fail('gift.no_package')
  const trafficBytes = gb * GB_BYTES
  const costFen = trafficFen(pack.wholesaleFen, trafficBytes, pack.trafficBytes)
  const { packageId } = pack
  const outcome = addPack(subscription, trafficBytes, { ...fundsOf(costFen), packageId })
  return { costFen, columns: { trafficBytes, packageId }, outcome }
}

/**
 * An upgrade that costs the user nothing. The reseller pays wholesale, less what the platform has received for the rest
 * of the old package. Retail is not used, so a reseller gains nothing by changing its price for a moment.
 */
async function planPackage(
  ctx: PriceCtx,
  resellerId: number,
  { packageId, period }: Extract<GiftWish, { kind: 'package' }>,
  subscription: Subscription,
) {
  const state = serviceState(subscription, ctx.now)
  const isRunning = state === 'active' || state === 'paused'
  const { packageId: ownId, period: ownPeriod } = subscription
  if (!isRunning || ownId === null || ownPeriod === 'once' || period === 'once') return fail('gift.no_package')
  const offer = await getOffer(ctx, { resellerId, packageId, period })
  const ownFen = await loadWholesaleFen(ctx, { resellerId, packageId: ownId, period })
  if (offer.kind !== 'plan' || ownId === packageId || ownFen === null || offer.wholesaleFen <= ownFen) {
    return fail('gift.not_upward')
  }
  if (offer.stock === 0) fail('package.sold_out')
  const clock = { now: ctx.now, timeZone: ctx.config.businessTz }
  const credit = worthLeft(subscription, clock.now, clock.timeZone)
  const { wholesaleFen } = offer
  const costFen = Math.max(0, wholesaleFen - credit.wholesaleFen)
  const change = { plan: offer, period, by: NEW_GIFT, costFen, wholesaleFen }
  return { costFen, columns: { packageId, period }, outcome: changePackage(subscription, change, clock) }
}

/** Placeholder until the gift has its row and number. */
const NEW_GIFT = { giftId: 0 }
const fundsOf = (wholesaleFen: number) => ({ paid: { paidFen: 0, wholesaleFen }, by: NEW_GIFT })

/** Puts the gift's number on its piece. When the platform pays, the cost is its own and nothing was received. */
export function nameGift(outcome: Subscription, gift: Pick<GiftRow, 'id' | 'paidBy' | 'costFen'>): Subscription {
  const { id: giftId, costFen } = gift
  const pieces = outcome.pieces.map((piece) => {
    if (piece.giftId !== NEW_GIFT.giftId) return piece
    const own = { ownFen: costFen, receivedFen: piece.receivedFen - costFen }
    return { ...piece, giftId, ...(gift.paidBy === 'platform' ? own : {}) }
  })
  return { ...outcome, pieces }
}

function refuseBadWish(wish: GiftWish): void {
  const isWithin = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max
  const fields: Record<string, string> = {}
  const { grantDaysMax, grantGbMax } = staffLimits
  if (wish.kind === 'days' && !isWithin(wish.days, grantDaysMax)) fields['days'] = `1 to ${grantDaysMax}`
  if (wish.kind === 'traffic' && !isWithin(wish.gb, grantGbMax)) fields['gb'] = `1 to ${grantGbMax}`
  if (wish.kind === 'balance' && !isWithin(wish.amountFen, limits.moneyMaxFen)) {
    fields['fen'] = `1 to ${limits.moneyMaxFen}`
  }
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
}
