import type { adjustmentWays } from '../../../../contract/console/choices.ts'
import type { Queryable } from '../../../platform/db/db.ts'

export type Adjusted = {
  id: number
  resellerId: number
  title: string
  userName: string | null
  how: (typeof adjustmentWays)[number]
  amountFen: number
  reason: string
  by: string
  createdAt: Date
}

/** Uses each reseller's own index: over all resellers at once, the planner would read the ledger from its end on. */
export function findAdjustedRows(db: Queryable, limit: number): Promise<Adjusted[]> {
  return db.query<Adjusted>({
    name: 'office.adjustments',
    text: `select t.id, t.reseller_id, coalesce(nullif(r.title, ''), r.agency_name, '') as title, u.user_name,
        t.memo->>'how' as how, p.amount_fen, t.memo->>'about' as reason, coalesce(m.name, a.actor, '') as by, t.created_at
      from resellers r
        cross join lateral (select id, reseller_id, memo, created_at from ledger_transactions
          where reseller_id = r.id and kind = 'adjustment' order by created_at desc, id desc limit $1) t
        join ledger_postings p on p.transaction_id = t.id
        join ledger_accounts l on l.id = p.ledger_account_id and l.kind in ('user', 'reseller')
        left join accounts u on u.reseller_id = l.reseller_id and u.id = l.account_id
        left join audit_log a on a.reseller_id = t.reseller_id and a.action = 'balance.adjusted'
          and a.detail->>'transactionId' = t.id::text
        left join staff m on a.actor like 'staff:%' and m.id::text = substr(a.actor, 7)
      order by t.created_at desc, t.id desc limit $1`,
    values: [limit],
  })
}
