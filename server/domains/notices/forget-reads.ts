import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'

/** What a deleted account has read, and what was sent to it alone. */
export async function forgetReads(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('noticeReads')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('noticeRecipients')
    .where((row) => row.and(own))
    .execute()
}
