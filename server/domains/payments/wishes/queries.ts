import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { WishRow, WishSubject } from './wish.ts'

export type NewWish = Pick<WishRow, 'resellerId' | 'orderId' | 'paymentId' | 'amountFen' | 'reason' | 'askedBy'>

/** Null when a wish is already open. Unique indexes decide this, not an earlier query. */
export async function insertWish(db: Tx, wish: NewWish, now: Date): Promise<WishRow | null> {
  const row = await db.kysely
    .insertInto('refundWishes')
    .values({ ...wish, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Oldest first. */
export function findWishRows(db: Queryable, subject: WishSubject): Promise<WishRow[]> {
  const of = db.kysely.selectFrom('refundWishes').selectAll().where('resellerId', '=', subject.resellerId)
  const some =
    'orderId' in subject ? of.where('orderId', '=', subject.orderId) : of.where('paymentId', '=', subject.paymentId)
  return some.orderBy('id').execute()
}

export async function declineWishRow(db: Tx, id: number, answer: string, now: Date): Promise<WishRow | null> {
  const rows = await db.query<WishRow>({
    name: 'wishes.decline',
    text: `update refund_wishes set state = 'declined', answer = $2, settled_at = $3 where id = $1 and state = 'open'
      returning *`,
    values: [id, answer, now],
  })
  return rows[0] ?? null
}

export async function loadOpenWish(db: Queryable, id: number): Promise<WishRow | null> {
  const row = await db.kysely
    .selectFrom('refundWishes')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row ?? null
}

type Done = Pick<WishRow, 'id' | 'resellerId' | 'orderId' | 'paymentId'>

/** A completed refund answers its wish. */
export function markPaymentDone(db: Tx, paymentId: string, now: Date): Promise<Done[]> {
  return db.query<Done>({
    name: 'wishes.done',
    text: `update refund_wishes set state = 'done', settled_at = $2 where payment_id = $1 and state = 'open'
      returning id, reseller_id, order_id, payment_id`,
    values: [paymentId, now],
  })
}

/** False when another answer came first. */
export async function markWishDone(db: Tx, id: number, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'wishes.done_one',
    text: `update refund_wishes set state = 'done', settled_at = $2 where id = $1 and state = 'open' returning id`,
    values: [id, now],
  })
  return rows.length === 1
}

type Refundable = { leftFen: number; paymentId: string | null; outTradeNo: string | null }

/** How much of an order can still be refunded, and its payment; no payment when it was paid from the balance. */
export async function loadOrderLeft(db: Queryable, resellerId: number, orderId: string): Promise<Refundable | null> {
  const rows = await db.query<Refundable>({
    name: 'wishes.order_left',
    text: `select case when o.settled_at is null then 0 else o.total_fen - o.refunded_fen end as left_fen,
        p.id as payment_id, p.out_trade_no
      from orders o left join payments p on p.reseller_id = o.reseller_id and p.order_id = o.id and p.credited_to = 'order'
      where o.reseller_id = $1 and o.id = $2`,
    values: [resellerId, orderId],
  })
  return rows[0] ?? null
}

/** For a payment that went to a balance. A payment for an order is refunded through the order. */
export async function loadPaymentLeft(db: Queryable, resellerId: number, id: string): Promise<Refundable | null> {
  const rows = await db.query<Refundable>({
    name: 'wishes.payment_left',
    text: `select case when paid_at is null or credited_to = 'order' then 0 else amount_fen - refund_asked_fen end as left_fen,
        id as payment_id, out_trade_no
      from payments where reseller_id = $1 and id = $2 and account_id is not null`,
    values: [resellerId, id],
  })
  return rows[0] ?? null
}
