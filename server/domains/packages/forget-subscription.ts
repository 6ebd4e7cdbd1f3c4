import type { Tx } from '../../platform/db.ts'

type Owner = { resellerId: number; accountId: number }

/** Of a deleted account; what was paid for it stays in the books. */
export async function forgetSubscription(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('subscriptions')
    .where((row) => row.and(own))
    .execute()
}
