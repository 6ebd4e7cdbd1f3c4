import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'

/** What staff wrote down of a deleted account, and how they helped it. */
export async function forgetSupport(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('accountNotes')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('accountHelps')
    .where((row) => row.and(own))
    .execute()
}
