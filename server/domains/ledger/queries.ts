import type { Queryable } from '../../platform/db/db.ts'
import type { LedgerKind } from './ledger-kinds.ts'

export type Posting = { kind: LedgerKind; resellerId: number | null; accountId: number | null; amountFen: number }

export function findPostings(db: Queryable, key: string): Promise<(Posting & { ofResellerId: number })[]> {
  return db.query({
    name: 'ledger.postings',
    text: `select a.kind, a.reseller_id, a.account_id, p.amount_fen, t.reseller_id as of_reseller_id
      from ledger_transactions t
      join ledger_postings p on p.transaction_id = t.id
      join ledger_accounts a on a.id = p.ledger_account_id
      where t.key = $1 order by a.id`,
    values: [key],
  })
}

export async function loadTransactionId(db: Queryable, key: string): Promise<number | null> {
  const text = `select id from ledger_transactions where key = $1`
  const rows = await db.query<{ id: number }>({ name: 'ledger.transaction', text, values: [key] })
  return rows[0]?.id ?? null
}

export type EntryRow = {
  id: number
  at: Date
  kind: string
  amountFen: number
  balanceAfterFen: number
  memo: Record<string, string | number>
}
export type EntryFilter = { kind?: string; from?: Date; to?: Date; beforeId?: number }

/** Finds one account's history, newest first: the primary key of the postings gives the order. */
export function findEntryRows(db: Queryable, code: string, filter: EntryFilter, limit: number): Promise<EntryRow[]> {
  return db.query<EntryRow>({
    name: 'ledger.entries',
    text: `select t.id, t.created_at as at, t.kind, p.amount_fen, p.balance_after_fen, t.memo
      from ledger_accounts a join ledger_postings p on p.ledger_account_id = a.id
      join ledger_transactions t on t.id = p.transaction_id
      where a.code = $1 and ($2::text is null or t.kind = $2) and ($3::timestamptz is null or t.created_at >= $3)
        and ($4::timestamptz is null or t.created_at < $4) and ($5::bigint is null or p.transaction_id < $5)
      order by p.transaction_id desc limit $6`,
    values: [code, filter.kind ?? null, filter.from ?? null, filter.to ?? null, filter.beforeId ?? null, limit],
  })
}
