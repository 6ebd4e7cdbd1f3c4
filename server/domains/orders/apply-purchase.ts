import { isSameKind } from '../packages/grant-package.ts'
import type { Period } from '../packages/periods.ts'
import { addPack, renewPackage, startPackage, upgradePackage } from '../packages/purchase.ts'
import { serviceState, type Plan, type Subscription } from '../packages/subscription.ts'

export type BuyAction = 'new' | 'renew' | 'upgrade' | 'pack'
export type PricedPurchase = {
  action: BuyAction
  plan: Plan
  period: Period
  listFen: number
  discountFen: number
  totalFen: number
  wholesaleFen: number
  basisRevision: number
}
type Clock = { now: Date; timeZone: string }

/** Whether this is the right word for what the buyer wants, given what he has. */
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

/** What the subscription becomes; null when it has changed so much since the order that the order makes no sense. */
export function applyPurchase(subscription: Subscription, bought: PricedPurchase, clock: Clock): Subscription | null {
  const { action, plan, period } = bought
  const purchase = { plan, period, paid: { paidFen: bought.totalFen, wholesaleFen: bought.wholesaleFen } }
  if (action === 'pack') return subscription.packageId === null ? null : addPack(subscription, plan.trafficBytes)
  if (action === 'upgrade') {
    const isAsPriced = subscription.revision === bought.basisRevision
    return isAsPriced ? upgradePackage(subscription, purchase, bought, clock) : null
  }
  const state = serviceState(subscription, clock.now)
  const isRunning = state === 'active' || state === 'paused'
  if (isRunning) {
    return isSameKind(subscription, { packageId: plan.id, period }) ? renewPackage(subscription, purchase, clock) : null
  }
  return startPackage(subscription, purchase, clock)
}
