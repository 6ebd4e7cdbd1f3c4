import type { Tx } from '../../platform/db/db.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'

/** What an account had before it came here, or how much more or less that is now. */
export type Opening = { key: string; accountId: number; kind: 'user' | 'commission'; amountFen: number }

/**
 * Books what accounts of a reseller had at the panel that they came from. The reseller took that money there, so it
 * stands against its liability, as a top-up through its own merchant does; what is taken away again settles that. Each
 * account has its own transaction, all are sent in one statement. Returns the keys of those that were refused: who has
 * spent the money cannot give it back.
 */
export async function openBalances(
  ctx: { db: Tx; now: Date },
  resellerId: number,
  openings: readonly Opening[],
  kind: 'import' | 'reversal' = 'import',
): Promise<string[]> {
  await openAccounts(ctx.db, resellerId, openings)
  const rows = await ctx.db.query<{ key: string }>({
    name: 'ledger.open_balances',
    text: `select o.key from unnest($3::text[], $4::bytea[], $5::text[], $6::bigint[], $7::bigint[])
        as o (key, hash, kind, account_id, amount_fen)
      cross join lateral ledger_post(o.key, o.hash, $8::text, $1::integer, '{}', $2::timestamptz, array[o.kind, 'liability'],
        array[$1::integer, $1::integer], array[o.account_id, null], array[o.amount_fen, -o.amount_fen],
        array['', case when o.amount_fen < 0 then 'release' else '' end]) posted
      where posted.refused is not null`,
    values: [
      resellerId,
      ctx.now,
      openings.map(({ key }) => key),
      openings.map(({ key, accountId, kind, amountFen }) => sha256(JSON.stringify([key, accountId, kind, amountFen]))),
      openings.map(({ kind }) => kind),
      openings.map(({ accountId }) => accountId),
      openings.map(({ amountFen }) => amountFen),
      kind,
    ],
  })
  return rows.map(({ key }) => key)
}

/**
 * All at once: posting looks for each missing account by a plan that was made when there were few, and so reads the whole
 * table for it (16,700 users took 12 minutes).
 */
async function openAccounts(db: Tx, resellerId: number, openings: readonly Opening[]): Promise<void> {
  await db.query({
    name: 'ledger.open_accounts',
    text: `insert into ledger_accounts (kind, reseller_id, account_id)
      select distinct o.kind, $1::integer, o.account_id from unnest($2::text[], $3::bigint[]) as o (kind, account_id)
      order by 1, 3 on conflict (code) do nothing`,
    values: [resellerId, openings.map(({ kind }) => kind), openings.map(({ accountId }) => accountId)],
  })
}
