import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { tellHooks, type ToldEvent } from '../webhooks/tell-hooks.ts'
import type { Subscription } from './subscription.ts'

/** None for a package that waits for its first byte: it starts then. */
export function startedEvents(
  { resellerId, accountId }: Owner,
  { packageId, period, expiresAt, startsBy }: Subscription,
): ToldEvent[] {
  if (startsBy) return []
  const endsAt = expiresAt?.toISOString() ?? null
  const data = { userId: accountId, packageId, period, endsAt }
  return [{ resellerId, type: 'package.started', object: `user:${accountId}`, data }]
}

/** In the transaction that starts it. */
export function tellStarted(ctx: { db: Tx; now: Date }, owner: Owner, subscription: Subscription): void {
  const events = startedEvents(owner, subscription)
  if (events.length > 0) tellHooks(ctx, ...events)
}
