import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'

/** Mails to a deleted account, and the codes in them. */
export async function forgetMails(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  const own = { resellerId, accountId }
  await db.kysely
    .deleteFrom('mails')
    .where((row) => row.and(own))
    .execute()
  await db.kysely
    .deleteFrom('mailCodes')
    .where((row) => row.and(own))
    .execute()
}
