import type { Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db.ts'

export type Unclaimed = Owner & { balanceFen: number; lastKind: string; lastAt: Date }

/** What waits to be given back, oldest account first. */
export function findUnclaimedRows(db: Queryable, resellerId: number | null): Promise<Unclaimed[]> {
  return db.query<Unclaimed>({
    name: 'ledger.unclaimed',
    text: `select l.reseller_id, l.account_id, l.balance_fen, t.kind as last_kind, t.created_at as last_at
      from ledger_accounts l cross join lateral (
        select t.kind, t.created_at from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
        where p.ledger_account_id = l.id order by p.transaction_id desc limit 1
      ) t
      where l.kind = 'unclaimed' and l.balance_fen > 0 and ($1::integer is null or l.reseller_id = $1)
      order by l.reseller_id, l.account_id`,
    values: [resellerId],
  })
}

export type Stray = Owner & { kind: 'user' | 'commission'; balanceFen: number; lastId: number }

/** Balances of accounts that are gone: a payment that came in the very moment of the deletion, or before this rule. */
export function findStrays(db: Queryable): Promise<Stray[]> {
  return db.query<Stray>({
    name: 'ledger.strays',
    text: `select l.reseller_id, l.account_id, l.kind, l.balance_fen,
        (select max(p.transaction_id) from ledger_postings p where p.ledger_account_id = l.id) as last_id
      from accounts a join ledger_accounts l on l.reseller_id = a.reseller_id and l.account_id = a.id
      where a.deleted_at is not null and l.kind in ('user', 'commission') and l.balance_fen > 0`,
  })
}
