import type { Origin } from '../../../../contract/console/origin.ts'

export type OriginColumns = Omit<Origin, 'origins'> & { origins: Partial<Record<Source, number>> }
type Source = Origin['origins'][number]['source']

const balanceOf = (kind: string) =>
  `coalesce((select l.balance_fen from ledger_accounts l where l.code = '${kind}:' || page.reseller_id), 0)`

const EARNED = 'c.reseller_id = page.reseller_id and c.inviter_id = page.account_id'

/** The user's confirmed commission, by how the sales were paid. */
const EARNED_BY = `(select jsonb_object_agg(earned.source, earned.fen) from (
    select o.paid_by as source, sum(c.amount_fen) as fen from commissions c
      join orders o on o.reseller_id = c.reseller_id and o.id = c.order_id
      where ${EARNED} and c.state = 'confirmed' group by 1) earned)`

const ON_CREDIT = `(select coalesce(sum(c.amount_fen), 0) from commissions c
    join ledger_transactions t on t.key = 'order:' || c.order_id || ':sale'
    join ledger_postings p on p.transaction_id = t.id and p.amount_fen < 0
    join ledger_accounts l on l.id = p.ledger_account_id and l.code = 'receivable:' || page.reseller_id
    where ${EARNED})`

/** What reached the reseller's balance in 30 days: closed days from their sums, the others from the ledger itself. */
const cameIn = (today: string) => `(select jsonb_object_agg(came.source, came.fen) from (
    select case moved.entry when 'sale' then 'sales' when 'agent_payment' then 'top_ups' when 'withdraw_paid' then 'withdrawals'
        else 'other' end as source, sum(moved.fen) as fen
      from (
        select d.entry, d.amount_fen as fen from ledger_days d
          where d.reseller_id = page.reseller_id and d.kind in ('reseller', 'receivable') and d.day > date '${today}' - 30
        union all
        select t.kind, p.amount_fen from ledger_transactions t
          join ledger_postings p on p.transaction_id = t.id
          join ledger_accounts l on l.id = p.ledger_account_id
            and l.code in ('reseller:' || page.reseller_id, 'receivable:' || page.reseller_id)
          where t.reseller_id = page.reseller_id
            and t.created_at >= coalesce((select max(until) from ledger_closed_days), '-infinity')
      ) moved
      where moved.entry not in ('payout_hold', 'payout_back', 'bulk_hold', 'bulk_release')
      group by 1 having sum(moved.fen) > 0) came)`

type Wanted = { isOpen: string; isPayout: string; /** As `2027-04-30`, by the business's clock. */ today: string }

/** Columns for a page of payouts, withdrawals or both. Origins are looked up only for open rows. */
export const originColumns = ({ isOpen, isPayout, today }: Wanted) => `${balanceOf('reseller')} as balance_fen,
        0 - ${balanceOf('receivable')} as debt_fen,
        case when ${isOpen} and not ${isPayout} then ${ON_CREDIT} else 0 end::bigint as on_credit_fen,
        coalesce(case when not ${isOpen} then null when ${isPayout} then ${cameIn(today)} else ${EARNED_BY} end, '{}') as origins`

/** Sorts by amount, the largest first. */
export function showOrigins(origins: OriginColumns['origins']): Origin['origins'] {
  return (Object.entries(origins) as [Source, number][])
    .map(([source, amountFen]) => ({ source, amountFen }))
    .toSorted((a, b) => b.amountFen - a.amountFen)
}
