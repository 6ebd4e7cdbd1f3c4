import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'

/** Of a deleted account; what was paid for it stays in the books. */
export async function forgetSubscription(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('subscriptions')
    .where((row) => row.and(own))
    .execute()
}
