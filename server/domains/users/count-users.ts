import { sql, type RawBuilder } from 'kysely'

import { LIST_COUNT_MAX } from '../../../contract/console/list.ts'
import type { Tx } from '../../platform/db/db.ts'
import { userConditions, type SearchScope, type UserFilter } from './filter-users.ts'

/** Counts one beyond where lists stop, to notice it. */
export async function countUsers(db: Tx, asked: SearchScope, filter: UserFilter): Promise<number> {
  // Join balances only for a filter on them: ten thousand of them take half of the time.
  const balance =
    filter.balanceFromFen === undefined
      ? sql``
      : sql`left join ledger_accounts m on m.kind = 'user' and m.reseller_id = a.reseller_id and m.account_id = a.id`
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from accounts a left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id ${balance}
     where ${userConditions(asked, filter)} and ${narrowed(asked, filter)} limit ${LIST_COUNT_MAX + 1}) found`.execute(
    db.kysely,
  )
  return rows[0]?.count ?? 0
}

/** Used bytes have no index, since they change every minute: finds those out of traffic first, then only their accounts. */
function narrowed({ resellerId }: SearchScope, { overQuota, not = '' }: UserFilter): RawBuilder<unknown> {
  if (!overQuota || not.split(',').includes('overQuota')) return sql`true`
  return sql`a.id = any (array(select o.account_id from subscriptions o
    where o.reseller_id = ${resellerId} and o.total_bytes > 0 and o.used_bytes >= o.total_bytes))`
}
