import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'

/** False when it is locked already, or nobody could unlock it by mail. */
export async function markLocked(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.lock',
    text: `update accounts set locked_at = $3
            where reseller_id = $1 and id = $2 and locked_at is null and email_verified_at is not null returning id`,
    values: [resellerId, accountId, now],
  })
  return rows.length === 1
}

/** False when it is not locked. */
export async function clearLock(db: Tx, { resellerId, accountId }: Owner): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.unlock',
    text: `update accounts set locked_at = null
            where reseller_id = $1 and id = $2 and locked_at is not null returning id`,
    values: [resellerId, accountId],
  })
  return rows.length === 1
}
