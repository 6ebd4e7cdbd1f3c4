import type { Tx } from '../../platform/db.ts'
import { updateSubscription, type Owner } from './queries.ts'
import type { Subscription } from './subscription.ts'

/** Only of what `lockSubscription` gave: traffic that was counted meanwhile would be lost. */
export function saveSubscription(ctx: { db: Tx }, owner: Owner, subscription: Subscription): Promise<void> {
  return updateSubscription(ctx.db, owner, subscription)
}
