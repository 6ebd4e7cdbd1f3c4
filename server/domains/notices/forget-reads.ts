import type { Tx } from '../../platform/db.ts'

type Owner = { resellerId: number; accountId: number }

/** What a deleted account has read. */
export async function forgetReads(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('noticeReads')
    .where((row) => row.and(own))
    .execute()
}
