import type { TxCtx } from '../../platform/context.ts'
import { holdAccount } from '../accounts/hold-account.ts'
import { accountSubject } from '../../platform/audit.ts'
import { getPackage } from '../packages/get-package.ts'
import { lockSubscription } from '../packages/load-subscription.ts'
import { fillShop } from '../packages/prices/set-retail.ts'
import { saveSubscription } from '../packages/save-subscription.ts'
import type { Subscription } from '../packages/subscription.ts'
import { createAgency, ownsAgency } from '../resellers/load-agency.ts'
import { applyPurchase, type PricedPurchase } from './apply-purchase.ts'
import type { OrderRow } from './queries.ts'

export type Fulfilment = {
  /** What the buyer reads beside the amount. */
  about: string
  /** Nothing was bought or refunded since the price was worked out. */
  isAsQuoted: boolean
  /** What the subscription becomes; null for an agency. */
  outcome: Subscription | null
}

/** What paying this order would do now; null when it can no longer be done. Locks the subscription until the end. */
export async function planFulfilment(ctx: TxCtx, order: OrderRow): Promise<Fulfilment | null> {
  if (order.action === 'agency') {
    // Held until the end: a deletion of this account waits and then finds the agency, or has been and leaves no owner.
    if (!(await holdAccount(ctx, order)) || (await ownsAgency(ctx, order))) return null
    return { about: order.detail['name'] ?? '', isAsQuoted: true, outcome: null }
  }
  const plan = await getPackage(ctx, order.packageId!)
  const subscription = await lockSubscription(ctx, order)
  const bought: PricedPurchase = { ...order, action: order.action, plan, period: order.period! }
  const outcome = applyPurchase(subscription, bought, { now: ctx.now, timeZone: ctx.config.businessTz })
  if (!outcome) return null
  const isAsQuoted = order.action === 'pack' || subscription.revision === order.basisRevision
  return { about: plan.name, isAsQuoted, outcome }
}

/** Gives what was paid for, after the money has moved. */
export async function fulfilOrder(ctx: TxCtx, order: OrderRow, { outcome }: Fulfilment): Promise<void> {
  if (outcome) return saveSubscription(ctx, order, outcome)
  const { name = '', contact = '' } = order.detail
  const { resellerId } = await createAgency(ctx, { owner: order, orderId: order.id, name, contact })
  await fillShop(ctx, resellerId, accountSubject(order.accountId))
}
