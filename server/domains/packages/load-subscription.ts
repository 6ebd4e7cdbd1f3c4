import type { Owner } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db.ts'
import { loadSubscriptionRow, lockSubscriptionRow } from './queries.ts'
import type { Subscription } from './subscription.ts'

/** Nothing bought yet is a subscription to nothing. */
export const NO_SUBSCRIPTION: Subscription = {
  pausedAt: null,
  packageId: null,
  period: null,
  expiresAt: null,
  bankedSeconds: 0,
  usedBytes: 0,
  totalBytes: 0,
  packBytes: 0,
  monthBytes: 0,
  paidFen: 0,
  paidWholesaleFen: 0,
  paidSeconds: 0,
  paidBytes: 0,
  expiryDay: null,
  resetDay: null,
  nextResetAt: null,
  deviceLimit: 0,
  lineLimit: 0,
  speedClass: 'standard',
  revision: 0,
}

export async function getSubscription(ctx: { db: Queryable }, owner: Owner): Promise<Subscription> {
  return (await loadSubscriptionRow(ctx.db, owner)) ?? NO_SUBSCRIPTION
}

/** Nobody else changes it until the transaction ends. Before any post: the ledger's accounts are locked last. */
export function lockSubscription(ctx: { db: Tx }, owner: Owner): Promise<Subscription> {
  return lockSubscriptionRow(ctx.db, owner)
}
