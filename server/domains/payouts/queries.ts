import type { Insertable, Selectable } from 'kysely'

import type { Payouts } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'

export type PayoutRow = Selectable<Payouts>
export type PayoutName = { resellerId: number; payoutId: string }

/** Null when another payout is open. The unique index decides this, not an earlier query. */
export async function insertPayout(db: Tx, payout: Insertable<Payouts>): Promise<PayoutRow | null> {
  const row = await db.kysely
    .insertInto('payouts')
    .values(payout)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function loadPayout(db: Queryable, { resellerId, payoutId }: PayoutName): Promise<PayoutRow | null> {
  const row = await db.kysely
    .selectFrom('payouts')
    .selectAll()
    .where('resellerId', '=', resellerId)
    .where('id', '=', payoutId)
    .executeTakeFirst()
  return row ?? null
}

type Verdict = { state: 'paid' | 'rejected'; reason: string | null; settledBy: string; settledAt: Date }

/** Null when it is no longer open: if a payment and a rejection come at once, only one gets the row. */
export async function claimAsSettled(
  db: Tx,
  { resellerId, payoutId }: PayoutName,
  verdict: Verdict,
): Promise<PayoutRow | null> {
  const row = await db.kysely
    .updateTable('payouts')
    .set(verdict)
    .where('resellerId', '=', resellerId)
    .where('id', '=', payoutId)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Null when it is no longer open, or already approved. */
export async function claimAsApproved(
  db: Tx,
  { resellerId, payoutId }: PayoutName,
  approval: { approvedBy: string; approvedAt: Date },
): Promise<PayoutRow | null> {
  const row = await db.kysely
    .updateTable('payouts')
    .set(approval)
    .where('resellerId', '=', resellerId)
    .where('id', '=', payoutId)
    .where('state', '=', 'open')
    .where('approvedBy', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export type PayoutFilter = { resellerId: number | null; isOpen: boolean; limit: number }

/** Either the waiting ones, oldest first, or all, newest first. */
export function findPayoutRows(db: Queryable, filter: PayoutFilter): Promise<PayoutRow[]> {
  let query = db.kysely.selectFrom('payouts').selectAll()
  if (filter.resellerId !== null) query = query.where('resellerId', '=', filter.resellerId)
  if (filter.isOpen) query = query.where('state', '=', 'open')
  return query
    .orderBy('createdAt', filter.isOpen ? 'asc' : 'desc')
    .orderBy('id')
    .limit(filter.limit)
    .execute()
}

/** Margin of sales and of users' gift links since then that was not refunded; a loss subtracts nothing. */
export async function sumMargin(db: Queryable, resellerId: number, since: Date): Promise<number> {
  const rows = await db.query<{ sumFen: number }>({
    name: 'payouts.margin',
    text: `select (coalesce(sum(case when refunded_fen = 0 then greatest(0, total_fen - wholesale_fen - commission_fen)
        else ceil(greatest(0, total_fen - wholesale_fen - commission_fen)::numeric * (total_fen - refunded_fen) / total_fen)
        end), 0) + (select coalesce(sum(l.price_fen - l.wholesale_fen), 0) from gift_links l
          where l.reseller_id = $1 and l.state = 'used' and l.ended_at > $2))::bigint as sum_fen
      from orders where reseller_id = $1 and settled_at > $2`,
    values: [resellerId, since],
  })
  return rows[0]!.sumFen
}

/** What was paid into the balance online since then, including what went to a debt. */
export async function sumTopUps(db: Queryable, resellerId: number, since: Date): Promise<number> {
  const rows = await db.query<{ sumFen: number }>({
    name: 'payouts.top_ups',
    text: `select coalesce(sum(p.amount_fen), 0)::bigint as sum_fen from ledger_transactions t
        join ledger_postings p on p.transaction_id = t.id
        join ledger_accounts a on a.id = p.ledger_account_id and a.kind in ('reseller', 'receivable')
      where t.reseller_id = $1 and t.kind = 'agent_payment' and t.created_at > $2`,
    values: [resellerId, since],
  })
  return rows[0]!.sumFen
}
