import type { Queryable } from '../../platform/db.ts'
import type { LedgerKind } from './ledger-kinds.ts'

type Month = { from: Date; until: Date }
/** By kind of account and of transaction: before the month and in it. */
export type Moved = { kind: LedgerKind; entry: string; beforeFen: number; inMonthFen: number }

export function findMoved(db: Queryable, resellerId: number, { from, until }: Month): Promise<Moved[]> {
  return db.query<Moved>({
    name: 'ledger.statement',
    text: `select l.kind, t.kind as entry,
        coalesce(sum(p.amount_fen) filter (where t.created_at < $2), 0)::bigint as before_fen,
        coalesce(sum(p.amount_fen) filter (where t.created_at >= $2), 0)::bigint as in_month_fen
      from ledger_accounts l join ledger_postings p on p.ledger_account_id = l.id
        join ledger_transactions t on t.id = p.transaction_id
      where l.reseller_id = $1 and l.kind in ('reseller', 'receivable', 'cards', 'liability') and t.created_at < $3
      group by l.kind, t.kind order by l.kind, t.kind`,
    values: [resellerId, from, until],
  })
}

export type SoldSums = { count: number; priceFen: number; wholesaleFen: number; commissionFen: number }

/** What the month's sales say: every one has its transaction (M7). */
export async function sumSales(db: Queryable, resellerId: number, { from, until }: Month): Promise<SoldSums> {
  const rows = await db.query<SoldSums>({
    name: 'ledger.statement_sales',
    text: `select count(*) as count, coalesce(sum(o.total_fen), 0)::bigint as price_fen,
        coalesce(sum(o.wholesale_fen), 0)::bigint as wholesale_fen, coalesce(sum(o.commission_fen), 0)::bigint as commission_fen
      from ledger_transactions t join orders o on t.key = 'order:' || o.id || ':sale'
      where t.reseller_id = $1 and t.kind = 'sale' and t.created_at >= $2 and t.created_at < $3`,
    values: [resellerId, from, until],
  })
  return rows[0]!
}
