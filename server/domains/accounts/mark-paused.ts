import type { Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'

/** False when it is paused already: of two calls at once only one pauses. */
export async function markPaused(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.pause',
    text: `update accounts set paused_at = $3 where reseller_id = $1 and id = $2 and paused_at is null returning id`,
    values: [resellerId, accountId, now],
  })
  return rows.length === 1
}

/** False when it is not paused, or since a later moment than `pausedBefore`. */
export async function markResumed(db: Tx, { resellerId, accountId }: Owner, pausedBefore: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.resume',
    text: `update accounts set paused_at = null where reseller_id = $1 and id = $2 and paused_at <= $3 returning id`,
    values: [resellerId, accountId, pausedBefore],
  })
  return rows.length === 1
}

/** False when it is not paused, or no later than `pausedAfter`. */
export async function markUndone(db: Tx, { resellerId, accountId }: Owner, pausedAfter: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'accounts.undo',
    text: `update accounts set paused_at = null where reseller_id = $1 and id = $2 and paused_at > $3 returning id`,
    values: [resellerId, accountId, pausedAfter],
  })
  return rows.length === 1
}
