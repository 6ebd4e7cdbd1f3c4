import type { Insertable, Selectable } from 'kysely'

import type { Payouts } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { IS_SALE, LOST_MARGIN, SOLD_MARGIN } from '../orders/margin-sql.ts'

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

/** The margin that sales and users' gift links since then have left, and the part of it that losses took. */
export async function sumMargin(
  db: Queryable,
  resellerId: number,
  since: Date,
): Promise<{ marginFen: number; lossFen: number }> {
  const rows = await db.query<{ marginFen: number; lossFen: number }>({
    name: 'payouts.margin',
    text: `select coalesce(sum(kept), 0)::bigint as margin_fen, coalesce(sum(greatest(0, -kept)), 0)::bigint as loss_fen from (
        select ${SOLD_MARGIN} - ${LOST_MARGIN} as kept from orders o
          where o.reseller_id = $1 and o.settled_at >= $2 and ${IS_SALE}
        union all
        select l.price_fen - l.wholesale_fen from gift_links l
          where l.reseller_id = $1 and l.state = 'used' and l.giver_id is not null and l.ended_at >= $2) sold`,
    values: [resellerId, since],
  })
  return rows[0]!
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
