import type { Queryable } from '../../../platform/db/db.ts'

type OrderName = { resellerId: number; orderId: string }

export type PaymentStep = {
  id: string
  outTradeNo: string
  amountFen: number
  state: 'pending' | 'paid' | 'closed' | 'refunded'
  creditedTo: 'order' | 'balance' | null
  refundAskedFen: number
  createdAt: Date
  paidAt: Date | null
  closedAt: Date | null
}

export function findPaymentsOf(db: Queryable, { resellerId, orderId }: OrderName): Promise<PaymentStep[]> {
  return db.query<PaymentStep>({
    name: 'office.order_payments',
    text: `select id, out_trade_no, amount_fen, state, credited_to, refund_asked_fen, created_at, paid_at, closed_at
      from payments where reseller_id = $1 and order_id = $2 order by created_at, id`,
    values: [resellerId, orderId],
  })
}

export type RefundStep = {
  id: string
  outRequestNo: string
  amountFen: number
  state: 'asked' | 'done' | 'refused'
  reason: string
  createdAt: Date
  settledAt: Date | null
}

export function findRefundsOf(db: Queryable, resellerId: number, paymentIds: readonly string[]): Promise<RefundStep[]> {
  return db.query<RefundStep>({
    name: 'office.order_refunds',
    text: `select id, out_request_no, amount_fen + balance_fen as amount_fen, state, reason, created_at, settled_at from refunds
      where reseller_id = $1 and payment_id = any($2::uuid[]) order by created_at, id`,
    values: [resellerId, paymentIds],
  })
}

export type CommissionStep = { state: 'pending' | 'confirmed' | 'void'; amountFen: number; confirmAfter: Date }

export async function loadCommissionOf(
  db: Queryable,
  { resellerId, orderId }: OrderName,
): Promise<CommissionStep | null> {
  const rows = await db.query<CommissionStep>({
    name: 'office.order_commission',
    text: `select state, amount_fen, confirm_after from commissions where reseller_id = $1 and order_id = $2`,
    values: [resellerId, orderId],
  })
  return rows[0] ?? null
}

export type LedgerStep = { key: string; kind: string; at: Date; legs: { account: string; amountFen: number }[] }

/**
 * What the ledger says about an order, found by the natural keys. A refund to a balance has a key of the operator's, so
 * it is found by the buyer's own postings; if the order was sold by hand, among the refunds of its reseller.
 */
export function findLedgerOf(
  db: Queryable,
  { resellerId, orderId }: OrderName,
  { keys, accountId, isByHand }: { keys: readonly string[]; accountId: number; isByHand: boolean },
): Promise<LedgerStep[]> {
  return db.query<LedgerStep>({
    name: 'office.order_ledger',
    text: `with found as (
        select id, key, kind, created_at from ledger_transactions where reseller_id = $1 and key = any($3::text[])
        union
        select t.id, t.key, t.kind, t.created_at from ledger_accounts a
          join ledger_postings p on p.ledger_account_id = a.id join ledger_transactions t on t.id = p.transaction_id
          where a.code = 'user:' || $1::text || ':' || $4::text and t.kind = 'refund' and t.memo ->> 'orderId' = $2
        union
        select t.id, t.key, t.kind, t.created_at from ledger_transactions t
          where $5 and t.reseller_id = $1 and t.kind = 'refund' and t.memo ->> 'orderId' = $2
      )
      select f.key, f.kind, f.created_at as at, coalesce((
          select json_agg(json_build_object('account', a.kind, 'amountFen', p.amount_fen) order by a.id)
          from ledger_postings p join ledger_accounts a on a.id = p.ledger_account_id where p.transaction_id = f.id
        ), '[]'::json) as legs
      from found f order by f.id`,
    values: [resellerId, orderId, keys, accountId, isByHand],
  })
}

export function findLinesOf(
  db: Queryable,
  resellerId: number,
  accountId: number,
): Promise<{ state: string; count: number }[]> {
  return db.query({
    name: 'office.order_lines',
    text: `select state, count(*) as count from lines where reseller_id = $1 and account_id = $2 and state <> 'removed'
      group by state order by state`,
    values: [resellerId, accountId],
  })
}
