import type { Insertable, Selectable } from 'kysely'

import type { PayChannel } from '../../../contract/providers.ts'
import type { Payments } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { statesBefore } from '../../platform/db/states-before.ts'
import { addJob } from '../../platform/jobs/jobs.ts'

type PaymentState = Selectable<Payments>['state']

/**
 * The allowed changes of state. Money may still arrive for a closed payment. Refunds may be partial, so several may
 * follow.
 */
const moves: Record<PaymentState, readonly PaymentState[]> = {
  pending: ['paid', 'closed'],
  closed: ['paid'],
  paid: ['refunded'],
  refunded: ['refunded'],
}

export type PaymentRow = Omit<Selectable<Payments>, 'channel'> & { channel: PayChannel }
export type NewPayment = Insertable<Payments>

const COLUMNS = `id, out_trade_no, purpose, reseller_id, account_id, order_id, merchant_id, merchant_owner_key, channel,
  amount_fen, fee_fen, state, credited_to, trade_no, pc_url, wap_url, qr_code, payer, key_hash, asked_hash, created_at, expires_at,
  checked_at, known_at, paid_at, closed_at, refund_asked_fen, refunded_fen, balance_fen, counts_balance,
  gateway_ref, quote_unit, quote_amount, quote_rate, quote_address, gateway_said, gateway_said_at`

/** What the gateway is asked for: the fee of the way comes on top. */
export function dueFen({ amountFen, feeFen }: Pick<PaymentRow, 'amountFen' | 'feeFen'>): number {
  return amountFen + feeFen
}

/** Null when the order has an open payment or the key is used. Unique indexes decide this, not an earlier query. */
export async function insertPayment(db: Tx, payment: NewPayment, firstLookAt: Date): Promise<PaymentRow | null> {
  const row = await db.kysely
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row) await addReconcileJob(db, row.id, firstLookAt)
  return (row as PaymentRow | undefined) ?? null
}

export function addReconcileJob(db: Tx, paymentId: string, runAt: Date): Promise<void> {
  return addJob(db, 'payments.reconcile', { paymentId }, { runAt, key: `payment:${paymentId}` })
}

async function one(db: Queryable, name: string, where: string, values: unknown[]): Promise<PaymentRow | null> {
  const text = `select ${COLUMNS} from payments where ${where}`
  const rows = await db.query<PaymentRow>({ name: `payments.${name}`, text, values })
  return rows[0] ?? null
}

export function loadPayment(db: Queryable, id: string): Promise<PaymentRow | null> {
  return one(db, 'by_id', 'id = $1', [id])
}

export function loadPaymentByNumber(db: Queryable, outTradeNo: string): Promise<PaymentRow | null> {
  return one(db, 'by_number', 'out_trade_no = $1', [outTradeNo])
}

/** By the number of the gateway; only a paid payment has one. */
export function loadPaymentByTrade(db: Queryable, merchantId: string, tradeNo: string): Promise<PaymentRow | null> {
  return one(db, 'by_trade', 'merchant_id = $1 and trade_no = $2', [merchantId, tradeNo])
}

export function loadPaymentByKey(db: Queryable, payer: string, keyHash: Buffer): Promise<PaymentRow | null> {
  return one(db, 'by_key', 'payer = $1 and key_hash = $2', [payer, keyHash])
}

export function loadOpenPayment(db: Queryable, resellerId: number, orderId: string): Promise<PaymentRow | null> {
  return one(db, 'open', `reseller_id = $1 and order_id = $2 and state = 'pending'`, [resellerId, orderId])
}

/** The payment that settled this order. */
export function loadPaymentOfOrder(db: Queryable, resellerId: number, orderId: string): Promise<PaymentRow | null> {
  return one(db, 'of_order', `reseller_id = $1 and order_id = $2 and credited_to = 'order'`, [resellerId, orderId])
}

/** Not "for update": it would block every insert of a row that refers to this payment. */
export function lockPayment(db: Tx, id: string): Promise<PaymentRow | null> {
  return one(db, 'lock', 'id = $1 for no key update', [id])
}

const HANDED_OUT = [
  'pcUrl',
  'wapUrl',
  'qrCode',
  'gatewayRef',
  'quoteUnit',
  'quoteAmount',
  'quoteRate',
  'quoteAddress',
] as const
export type HandedOut = Pick<PaymentRow, (typeof HANDED_OUT)[number]>

const once = (column: string, at: number) => `case when p.gateway_ref is null then $${at}::text else p.${column} end`

/** Stores what the payer gets; the first value stays. A quote stays whole: its parts are of one answer. */
export async function keepHandedOut(db: Queryable, id: string, given: HandedOut): Promise<HandedOut> {
  const rows = await db.query<HandedOut>({
    name: 'payments.keep_handed_out',
    text: `update payments p set pc_url = coalesce(p.pc_url, $2), wap_url = coalesce(p.wap_url, $3), qr_code = coalesce(p.qr_code, $4),
        gateway_ref = coalesce(p.gateway_ref, $5), quote_unit = ${once('quote_unit', 6)}, quote_amount = ${once('quote_amount', 7)},
        quote_rate = ${once('quote_rate', 8)}, quote_address = ${once('quote_address', 9)}
      where p.id = $1 returning p.pc_url, p.wap_url, p.qr_code, p.gateway_ref, quote_unit, quote_amount, quote_rate, quote_address`,
    values: [id, ...HANDED_OUT.map((name) => given[name])],
  })
  return rows[0] ?? given
}

/** Whether this process may ask the gateway now. Only one process may per interval. */
export async function claimAsk(db: Queryable, id: string, now: Date, everyMs: number): Promise<boolean> {
  const rows = await db.query({
    name: 'payments.claim_ask',
    text: `update payments set checked_at = $2 where id = $1 and (checked_at is null or checked_at <= $3) returning id`,
    values: [id, now, new Date(now.getTime() - everyMs)],
  })
  return rows.length > 0
}

type Said = NonNullable<PaymentRow['gatewaySaid']>

/** For who looks at money that is under way. Written only when it is news: a page asks every few seconds. */
export async function keepSaid(db: Queryable, payment: PaymentRow, said: Said, now: Date): Promise<void> {
  if (payment.gatewaySaid === said) return
  const text = 'update payments set gateway_said = $2, gateway_said_at = $3 where id = $1'
  await db.query({ name: 'payments.keep_said', text, values: [payment.id, said, now] })
}

/** Remembers that the gateway has the trade. If it ever denies that, the trade is gone. */
export async function markKnown(db: Queryable, id: string, now: Date): Promise<void> {
  const text = 'update payments set known_at = $2 where id = $1 and known_at is null'
  await db.query({ name: 'payments.mark_known', text, values: [id, now] })
}

type Payment = { tradeNo: string; creditedTo: 'order' | 'balance'; now: Date }

/** Needs the lock of `lockPayment`. */
export async function markPaid(db: Tx, id: string, { tradeNo, creditedTo, now }: Payment): Promise<void> {
  const rows = await db.query({
    name: 'payments.mark_paid',
    text: `update payments set state = 'paid', trade_no = $2, credited_to = $3, paid_at = $4, closed_at = null, counts_balance = true
      where id = $1 and state = any($5) returning id`,
    values: [id, tradeNo, creditedTo, now, statesBefore(moves, 'paid')],
  })
  if (rows.length !== 1) throw new Error(`Payment ${id} cannot be paid any more`)
}

/** Null when it is no longer open. What is held for it has to be released in the same transaction: `endPayment`. */
export async function claimAsClosed(db: Tx, id: string, now: Date): Promise<PaymentRow | null> {
  const rows = await db.query<PaymentRow>({
    name: 'payments.close',
    text: `update payments set state = 'closed', closed_at = $2 where id = $1 and state = any($3) returning ${COLUMNS}`,
    values: [id, now, statesBefore(moves, 'closed')],
  })
  return rows[0] ?? null
}

/** Whether the payment's order still waits for money. */
export async function isOrderOpen(db: Queryable, resellerId: number, orderId: string): Promise<boolean> {
  const rows = await db.query({
    name: 'payments.order_open',
    text: `select 1 as open from orders where reseller_id = $1 and id = $2 and state = 'pending'`,
    values: [resellerId, orderId],
  })
  return rows.length > 0
}

/** Payments still pending long after they expired: their jobs gave up or never existed. */
/** Those not looked at for longest come first: many at a dead gateway must not keep the rest waiting. */
export async function findForgotten(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: 'payments.forgotten',
    text: `select id from payments where state = 'pending' and expires_at < $1
           order by coalesce(checked_at, created_at) limit $2`,
    values: [before, limit],
  })
  return rows.map(({ id }) => id)
}

export async function hasRefundNotify(db: Queryable, paymentId: string): Promise<boolean> {
  const rows = await db.query({
    name: 'notifies.refund',
    text: `select 1 as found from notify_inbox where payment_id = $1 and verdict = 'refund' limit 1`,
    values: [paymentId],
  })
  return rows.length > 0
}

/** Whether another payment of the merchant has this trade, or a person confirmed its number for another. */
export async function isTradeUsed(db: Queryable, { id, merchantId }: PaymentRow, tradeNo: string): Promise<boolean> {
  const rows = await db.query({
    name: 'payments.trade_used',
    text: `select 1 as used from payments where merchant_id = $1 and trade_no = $2 and id <> $3
      union all select 1 from payment_confirmations
        where proof = $4 and state <> 'dropped' and payment_id is distinct from $3 limit 1`,
    values: [merchantId, tradeNo, id, `flow:${merchantId}:${tradeNo}`],
  })
  return rows.length > 0
}
