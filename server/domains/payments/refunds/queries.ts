import type { Selectable } from 'kysely'

import type { Refunds } from '../../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

export type RefundRow = Selectable<Refunds>
type NewRefund = Pick<
  RefundRow,
  'resellerId' | 'paymentId' | 'outRequestNo' | 'amountFen' | 'feeFen' | 'balanceFen' | 'reason' | 'actor'
>

const COLUMNS = `id, reseller_id, payment_id, out_request_no, amount_fen, fee_fen, balance_fen, state, reason, actor, created_at, settled_at`

/** Reserves part of a payment for a refund; false when less than that is left of the payment. */
export async function claimForRefund(db: Tx, paymentId: string, amountFen: number): Promise<boolean> {
  const rows = await db.query({
    name: 'refunds.claim',
    text: `update payments set refund_asked_fen = refund_asked_fen + $2
      where id = $1 and paid_at is not null and refund_asked_fen + $2 <= amount_fen returning id`,
    values: [paymentId, amountFen],
  })
  return rows.length > 0
}

/** What refunds of this payment have asked for beside its amount, refused ones left out. */
export async function loadAsked(db: Tx, paymentId: string): Promise<{ balanceFen: number; feeFen: number }> {
  const rows = await db.query<{ balanceFen: number; feeFen: number }>({
    name: 'refunds.asked',
    text: `select coalesce(sum(balance_fen), 0)::bigint as balance_fen, coalesce(sum(fee_fen), 0)::bigint as fee_fen
      from refunds where payment_id = $1 and state <> 'refused'`,
    values: [paymentId],
  })
  return rows[0]!
}

export async function insertRefund(db: Tx, refund: NewRefund, now: Date): Promise<RefundRow> {
  return db.kysely
    .insertInto('refunds')
    .values({ ...refund, createdAt: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function loadRefund(db: Queryable, id: string): Promise<RefundRow | null> {
  const text = `select ${COLUMNS} from refunds where id = $1`
  return (await db.query<RefundRow>({ name: 'refunds.load', text, values: [id] }))[0] ?? null
}

export async function loadRefundByNumber(db: Queryable, outRequestNo: string): Promise<RefundRow | null> {
  const text = `select ${COLUMNS} from refunds where out_request_no = $1`
  return (await db.query<RefundRow>({ name: 'refunds.by_number', text, values: [outRequestNo] }))[0] ?? null
}

/** If two processes learn the outcome at once, only one books it. */
export async function claimOutcome(
  db: Tx,
  id: string,
  state: 'done' | 'refused',
  now: Date,
): Promise<RefundRow | null> {
  const rows = await db.query<RefundRow>({
    name: 'refunds.outcome',
    text: `update refunds set state = $2, settled_at = $3 where id = $1 and state = 'asked' returning ${COLUMNS}`,
    values: [id, state, now],
  })
  return rows[0] ?? null
}

export async function addRefunded(db: Tx, paymentId: string, amountFen: number): Promise<void> {
  await db.query({
    name: 'refunds.add',
    text: `update payments set refunded_fen = refunded_fen + $2, state = case when refunded_fen + $2 > 0 then 'refunded' else state end
      where id = $1`,
    values: [paymentId, amountFen],
  })
}

export async function giveBackClaim(db: Tx, paymentId: string, amountFen: number): Promise<void> {
  await db.query({
    name: 'refunds.give_back',
    text: `update payments set refund_asked_fen = refund_asked_fen - $2 where id = $1`,
    values: [paymentId, amountFen],
  })
}
