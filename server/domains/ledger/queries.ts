import type { Queryable, Tx } from '../../platform/db.ts'
import type { LedgerKind } from './ledger-kinds.ts'

export type PostRow = {
  key: string
  hash: Buffer
  kind: string
  resellerId: number
  memo: string
  now: Date
  kinds: string[]
  resellers: (number | null)[]
  accounts: (number | null)[]
  amounts: number[]
  modes: string[]
}
type PostAnswer = {
  transactionId: number | null
  repeated: boolean
  refused: string | null
  /** Deleted accounts: what is meant for them is booked as unclaimed. */
  unclaimedAccounts: number[]
}

export async function callLedgerPost(db: Tx, row: PostRow): Promise<PostAnswer> {
  const [answer] = await db.query<PostAnswer>({
    name: 'ledger.post',
    text: `select transaction_id, repeated, refused, unclaimed_accounts
      from ledger_post($1, $2, $3, $4, $5, $6, $7::text[], $8::integer[], $9::bigint[], $10::bigint[], $11::text[])`,
    values: [
      row.key,
      row.hash,
      row.kind,
      row.resellerId,
      row.memo,
      row.now,
      row.kinds,
      row.resellers,
      row.accounts,
      row.amounts,
      row.modes,
    ],
  })
  return answer!
}

export async function loadBalance(db: Queryable, code: string): Promise<number | null> {
  const rows = await db.query<{ balanceFen: number }>({
    name: 'ledger.balance',
    text: `select balance_fen from ledger_accounts where code = $1`,
    values: [code],
  })
  return rows[0]?.balanceFen ?? null
}

export async function loadSum(db: Queryable, code: string, kind: string): Promise<number> {
  const rows = await db.query<{ sumFen: number }>({
    name: 'ledger.sum',
    text: `select coalesce(sum(p.amount_fen), 0)::bigint as sum_fen from ledger_accounts a
      join ledger_postings p on p.ledger_account_id = a.id join ledger_transactions t on t.id = p.transaction_id
      where a.code = $1 and t.kind = $2`,
    values: [code, kind],
  })
  return rows[0]!.sumFen
}

export async function loadTotal(db: Queryable, kind: LedgerKind): Promise<number> {
  const rows = await db.query<{ totalFen: number }>({
    name: 'ledger.total',
    text: `select coalesce(sum(balance_fen), 0)::bigint as total_fen from ledger_accounts where kind = $1 and reseller_id is null`,
    values: [kind],
  })
  return rows[0]?.totalFen ?? 0
}

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

/** One account's history, newest first: the primary key of the postings is the order. */
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
