import type { Owner } from '../../platform/context.ts'
import type { Db } from '../../platform/db.ts'

/** A paused plan's month stands still, as its time does. */
export function findDueResets(db: Db, now: Date): Promise<Owner[]> {
  return db.query<Owner>({
    name: 'packages.due_resets',
    text: `select s.reseller_id, s.account_id
      from subscriptions s join accounts a on a.reseller_id = s.reseller_id and a.id = s.account_id
      where s.next_reset_at <= $1 and a.paused_at is null order by s.next_reset_at limit 1000`,
    values: [now],
  })
}
