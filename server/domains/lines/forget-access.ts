import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'

/** The address that clients of a deleted account fetch, and from where it was used. Its lines are aligned later. */
export async function forgetAccess(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('feedLinks')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('lineAddresses')
    .where((row) => row.and(own))
    .execute()
}
