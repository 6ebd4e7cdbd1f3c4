import { sql } from 'kysely'

import type { Queryable } from '../../../platform/db/db.ts'
import type { ListCtx, ListQuery } from '../../lists/list-page.ts'
import { dayConditions, equalConditions } from '../../lists/sale-filters.ts'

export type ListedEntry = {
  id: number
  createdAt: Date
  kind: string
  amountFen: number
  afterFen: number
  about: string | null
  orderId: string | null
  bulkId: string | null
  accountId: number | null
}
type EntryFilter = { kind?: string; from?: string; to?: string }

/**
 * Transactions that moved the balance or the debt. A reseller with a balance owes nothing, so balance and debt after a
 * transaction are the sum of what it touched.
 */
export function entryList(ctx: ListCtx, resellerId: number, filter: EntryFilter): ListQuery<'at'> {
  return {
    table: 'ledger_transactions t',
    id: { by: 't.id', kind: 'id' },
    sorts: { at: { by: 't.created_at', kind: 'time' } },
    firstSort: '-at',
    where: [
      sql`t.reseller_id = ${resellerId}`,
      // Use a value, not `exists`: the planner would make that a join and read every entry that the balance ever had.
      sql`(select true from ledger_postings p where p.transaction_id = t.id and p.ledger_account_id = any (array(
        select l.id from ledger_accounts l where l.code in (${`reseller:${resellerId}`}, ${`receivable:${resellerId}`})))
        limit 1)`,
      ...equalConditions({ 't.kind': filter.kind }),
      ...dayConditions(filter, { at: 't.created_at', timeZone: ctx.config.businessTz }),
    ],
    show: {
      columns: `page.id, page.created_at, page.kind, own.amount_fen, own.after_fen, page.memo ->> 'about' as about,
        page.memo ->> 'orderId' as order_id, coalesce(page.memo ->> 'bulkId', g.bulk_hold_id::text) as bulk_id, g.account_id`,
      joins: `cross join lateral (
        select sum(p.amount_fen)::bigint as amount_fen, sum(p.balance_after_fen)::bigint as after_fen
        from ledger_postings p join ledger_accounts l on l.id = p.ledger_account_id
        where p.transaction_id = page.id and l.reseller_id = page.reseller_id and l.kind in ('reseller', 'receivable')
      ) own left join gifts g on page.kind = 'gift' and g.reseller_id = page.reseller_id
        and g.id = (page.memo ->> 'giftId')::bigint`,
    },
  }
}

/** When the first transaction was booked for the reseller; null before that. */
export async function loadFirstEntry(db: Queryable, resellerId: number): Promise<Date | null> {
  const rows = await db.query<{ at: Date | null }>({
    name: 'office.first_entry',
    text: 'select min(created_at) as at from ledger_transactions where reseller_id = $1',
    values: [resellerId],
  })
  return rows[0]?.at ?? null
}
