import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { addJob } from '../../platform/jobs.ts'
import { updateSubscription } from './queries.ts'
import type { Subscription } from './subscription.ts'

/** Only of what `lockSubscription` gave: traffic that was counted meanwhile would be lost. */
export async function saveSubscription(ctx: { db: Tx }, owner: Owner, subscription: Subscription): Promise<void> {
  await updateSubscription(ctx.db, owner, subscription)
  await alignLinesLater(ctx, owner)
}

/**
 * For code that changes what an account may use: its lines and their nodes learn of it when this transaction is
 * committed. Several changes before the job begins are one look at the lines.
 */
export function alignLinesLater(ctx: { db: Tx }, { resellerId, accountId }: Owner): Promise<void> {
  return addJob(ctx.db, 'lines.settle', { resellerId, accountId }, { key: `lines.settle:${resellerId}:${accountId}` })
}

/** Of a deleted account; what was paid for it stays in the books. */
export async function forgetSubscription(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('subscriptions')
    .where((row) => row.and(own))
    .execute()
}
