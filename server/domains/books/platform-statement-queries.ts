import type { Queryable } from '../../platform/db/db.ts'

/** Amounts added to and taken from each account, by kind of transaction. */
export type PlatformMoved = { account: 'outside' | 'platform'; entry: string; plusFen: number; minusFen: number }

/** `from` null: from the beginning. */
export function findPlatformMoved(db: Queryable, from: Date | null, until: Date): Promise<PlatformMoved[]> {
  return db.query<PlatformMoved>({
    name: 'ledger.platform_moved',
    text: `select l.kind as account, t.kind as entry,
        coalesce(sum(p.amount_fen) filter (where p.amount_fen > 0), 0)::bigint as plus_fen,
        coalesce(sum(p.amount_fen) filter (where p.amount_fen < 0), 0)::bigint as minus_fen
      from ledger_transactions t join ledger_postings p on p.transaction_id = t.id
        join ledger_accounts l on l.id = p.ledger_account_id and l.kind in ('outside', 'platform')
      where t.created_at >= coalesce($1, '-infinity'::timestamptz) and t.created_at < $2
      group by l.kind, t.kind order by l.kind, t.kind`,
    values: [from, until],
  })
}

export async function loadFirstMoment(db: Queryable): Promise<Date | null> {
  const rows = await db.query<{ createdAt: Date }>({
    name: 'ledger.first_moment',
    text: `select created_at from ledger_transactions order by created_at limit 1`,
  })
  return rows[0]?.createdAt ?? null
}

export async function loadStoredMonth(db: Queryable, first: string): Promise<object | null> {
  const rows = await db.query<{ body: object }>({
    name: 'ledger.platform_stored',
    text: `select body from platform_statements where month = $1`,
    values: [first],
  })
  return rows[0]?.body ?? null
}

/** Loads the latest statement before that month. */
export async function loadLastStored(db: Queryable, first: string): Promise<object | null> {
  const rows = await db.query<{ body: object }>({
    name: 'ledger.platform_last_stored',
    text: `select body from platform_statements where month < $1 order by month desc limit 1`,
    values: [first],
  })
  return rows[0]?.body ?? null
}

/** Keeps an already stored statement. */
export async function insertPlatformStatement(db: Queryable, first: string, body: object, now: Date): Promise<void> {
  await db.query({
    name: 'ledger.platform_store',
    text: `insert into platform_statements (month, body, stored_at) values ($1, $2, $3) on conflict do nothing`,
    values: [first, JSON.stringify(body), now],
  })
}
