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
type PostAnswer = { transactionId: number | null; repeated: boolean; refused: string | null }

export async function callLedgerPost(db: Tx, row: PostRow): Promise<PostAnswer> {
  const [answer] = await db.query<PostAnswer>({
    name: 'ledger.post',
    text: `select transaction_id, repeated, refused
      from ledger_post($1, $2, $3, $4, $5, $6, $7::text[], $8::integer[], $9::bigint[], $10::bigint[], $11::text[])`,
    values: [
      ...[row.key, row.hash, row.kind, row.resellerId, row.memo, row.now],
      ...[row.kinds, row.resellers, row.accounts, row.amounts, row.modes],
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
