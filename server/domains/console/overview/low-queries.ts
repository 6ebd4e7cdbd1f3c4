import type { Queryable } from '../../../platform/db/db.ts'

export type LowBalance = { resellerId: number; balanceFen: number; lastsDays: number | null }

/**
 * Resellers that owe, or whose balance lasts for less than `lowDays` by the pace of these days. Only those with a team:
 * nobody else hears it.
 */
export function findLowBalances(
  db: Queryable,
  { days, lowDays }: { days: readonly string[]; lowDays: number },
): Promise<LowBalance[]> {
  return db.query<LowBalance>({
    name: 'office.low_balances',
    text: `select pocket.reseller_id, pocket.balance_fen, pocket.lasts_days from (
        select r.id as reseller_id, coalesce(own.balance_fen, 0) as balance_fen, coalesce(owed.balance_fen, 0) as owed_fen,
          case when pace.used_fen > 0
            then floor(coalesce(own.balance_fen, 0)::numeric * cardinality($1::date[]) / pace.used_fen)::integer end
            as lasts_days
        from resellers r
          left join ledger_accounts own on own.code = 'reseller:' || r.id
          left join ledger_accounts owed on owed.code = 'receivable:' || r.id
          cross join lateral (
            select -coalesce(sum(d.traded_fen), 0) as used_fen from office_days d
            where d.reseller_id = r.id and d.day = any ($1::date[])
          ) pace
        where r.id > 0 and r.suspended_at is null
          and exists (select from staff m where m.owner_key = r.id and m.removed_at is null)
      ) pocket
      where pocket.owed_fen < 0 or pocket.lasts_days < $2 order by pocket.reseller_id`,
    values: [days, lowDays],
  })
}
