import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { updateSubscription } from './queries.ts'
import { alignLinesLater } from './align-lines-later.ts'
import type { Subscription } from './subscription.ts'

/** Only of what `lockSubscription` gave: traffic that was counted meanwhile would be lost. */
export async function saveSubscription(ctx: { db: Tx }, owner: Owner, subscription: Subscription): Promise<void> {
  await updateSubscription(ctx.db, owner, subscription)
  await alignLinesLater(ctx, owner)
}
