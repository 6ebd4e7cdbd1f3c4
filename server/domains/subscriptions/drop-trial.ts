import type { Queryable } from '../../platform/db/db.ts'
import { loadPackage } from '../catalogue/get-package.ts'
import { endAll } from './pieces.ts'
import { serviceState, type Subscription } from './subscription.ts'

/**
 * The subscription without a free trial that still runs: who gets a real package does not have to wait for the trial's end.
 * The trial lapses, since nobody paid the user's part of it. Anything that was paid for stays.
 */
export async function dropTrial(ctx: { db: Queryable; now: Date }, subscription: Subscription): Promise<Subscription> {
  const { packageId, pieces } = subscription
  const live = pieces.filter(({ isEnded, kind }) => !isEnded && kind !== 'pack')
  const isGiven = live.length > 0 && live.every(({ giftId, paidFen, creditFen }) => giftId && !paidFen && !creditFen)
  if (!isGiven || packageId === null || serviceState(subscription, ctx.now) !== 'active') return subscription
  const held = await loadPackage(ctx.db, packageId)
  return held?.trialDays ? { ...endAll(subscription), expiresAt: ctx.now } : subscription
}
