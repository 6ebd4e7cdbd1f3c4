import { sql } from 'kysely'

import type { ListQuery } from '../../lists/list-page.ts'
import { equalConditions } from '../../lists/sale-filters.ts'
import { originColumns, type OriginColumns } from './origin-sql.ts'

export type ListedDecision = OriginColumns & {
  kind: 'payout' | 'withdrawal'
  id: string
  resellerId: number
  title: string
  userName: string | null
  amountFen: number
  feeFen: number
  method: 'alipay' | 'wechat' | 'bank'
  state: 'open' | 'paid' | 'rejected'
  reason: string | null
  markedFen: number
  /** Actors as they stand in the audit log. */
  askedBy: string | null
  approvedBy: string | null
  askedName: string | null
  approvedName: string | null
  settledName: string | null
  createdAt: Date
  settledAt: Date | null
  missedAt: Date | null
}

/** Both tables as one. Conditions and order still reach their indexes. */
const DECISIONS = `(
    select 'payout' as kind, id, reseller_id, null::bigint as account_id, amount_fen, 0::bigint as fee_fen, method, state,
      reason, asked_by, approved_by, settled_by, created_at, settled_at, null::timestamptz as missed_at
    from payouts
    union all
    select 'withdrawal', id, reseller_id, account_id, amount_fen, fee_fen, method,
      case state when 'pending' then 'open' else state end, reason, null, approved_by, settled_by, created_at, settled_at,
      missed_at
    from withdrawals where paid_by is distinct from 'reseller'
  ) d`
const nameOf = (column: string) =>
  `coalesce((select s.name from staff s where 'staff:' || s.id = page.${column}), page.${column})`

type Filter = { search?: string; kind?: string; state?: string }

/** Leaves out the account to pay to: seeing it is a separate look. */
export function decisionList(
  { search = '', kind, state }: Filter,
  today: string,
): ListQuery<'createdAt' | 'amountFen'> {
  const words = search.trim()
  return {
    table: DECISIONS,
    id: { by: 'd.id', kind: 'uuid' },
    sorts: { createdAt: { by: 'd.created_at', kind: 'time' }, amountFen: { by: 'd.amount_fen', kind: 'number' } },
    firstSort: 'createdAt',
    where: [
      sql`true`,
      ...equalConditions({ 'd.kind': kind, 'd.state': state }),
      ...(words === '' ? [] : [foundBy(words)]),
    ],
    show: {
      columns: `page.kind, page.id, page.reseller_id, coalesce(nullif(r.title, ''), r.agency_name, '') as title, a.user_name,
        page.amount_fen, page.fee_fen, page.method, page.state, page.reason, page.asked_by, page.approved_by,
        ${nameOf('asked_by')} as asked_name, ${nameOf('approved_by')} as approved_name,
        ${nameOf('settled_by')} as settled_name, page.created_at, page.settled_at, page.missed_at, (
          select coalesce(sum(c.amount_fen), 0)::bigint from commissions c
          where c.reseller_id = page.reseller_id and c.inviter_id = page.account_id and c.is_marked) as marked_fen,
        ${originColumns({ isOpen: `page.state = 'open'`, isPayout: `(page.kind = 'payout')`, today })}`,
      joins: `join resellers r on r.id = page.reseller_id
        left join accounts a on a.reseller_id = page.reseller_id and a.id = page.account_id`,
    },
  }
}

function foundBy(words: string) {
  if (/^\d{1,9}$/.test(words)) return sql`d.reseller_id = ${Number(words)}`
  return sql`exists (select from accounts a where a.reseller_id = d.reseller_id and a.id = d.account_id
    and starts_with(a.user_name, ${words}))`
}
