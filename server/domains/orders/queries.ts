import type { Selectable } from 'kysely'

import type { Owner } from '../../platform/context.ts'
import { columnsOf } from '../../platform/db/db-rows.ts'
import type { Orders, Quotes } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { statesBefore } from '../../platform/db/states-before.ts'
import { randomId } from '../../platform/secrets/crypto.ts'

type OrderState = Selectable<Orders>['state']

/** The allowed changes of state. Refunds may be partial, so several may follow. */
const moves: Record<OrderState, readonly OrderState[]> = {
  pending: ['paid', 'cancelled', 'expired'],
  paid: ['refunded'],
  refunded: ['refunded'],
  cancelled: [],
  expired: [],
}

export type OrderName = { resellerId: number; orderId: string }
export type OrderRow = Omit<Selectable<Orders>, 'detail'> & { detail: Record<string, string> }
type QuoteRow = Selectable<Quotes>
export type NewQuote = Omit<QuoteRow, 'id'>
export type NewOrder = Omit<
  OrderRow,
  | 'id'
  | 'state'
  | 'paidBy'
  | 'paymentId'
  | 'refundedFen'
  | 'settledAt'
  | 'closedAt'
  | 'holdsStock'
  | 'balanceFen'
  | 'heldFor'
> &
  Partial<Pick<OrderRow, 'holdsStock'>> & {
    /** Set for an order that is paid in the transaction that opens it: it is written as paid at once, and never open. */
    paidBy?: OrderRow['paidBy']
  }

const COLUMNS = `id, reseller_id, account_id, action, state, package_id, period, quote_id, coupon_id, list_fen, discount_fen,
  credit_fen, total_fen, wholesale_fen, full_wholesale_fen, inviter_id, commission_fen, basis_revision, holds_stock, paid_by, payment_id,
  refunded_fen, detail, created_at, expires_at, settled_at, closed_at, balance_fen, held_for`

export async function insertQuote(db: Queryable, quote: NewQuote): Promise<string> {
  const { id } = await db.kysely.insertInto('quotes').values(quote).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function loadQuote(db: Queryable, owner: Owner, id: string): Promise<QuoteRow | null> {
  const row = await db.kysely
    .selectFrom('quotes')
    .selectAll()
    .where('resellerId', '=', owner.resellerId)
    .where('accountId', '=', owner.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Null when its quote already has an order, or one of the same kind is open and this one would be too. Unique indexes
 * decide this, not an earlier query. Of two clicks on one quote the second waits here for the first one's order.
 */
export async function insertOrder(db: Tx, order: NewOrder): Promise<OrderRow | null> {
  const { holdsStock = false, paidBy = null, detail, ...rest } = order
  const values = INSERTED.map(({ name }) => rest[name as keyof typeof rest])
  const paid = paidBy ? ['paid', paidBy, order.createdAt] : ['pending', null, null]
  const own = [randomId(), holdsStock, JSON.stringify(detail), ...paid]
  const rows = await db.query<OrderRow>({ name: 'orders.insert', text: INSERT, values: [...own, ...values] })
  return rows[0] ?? null
}

const INSERTED =
  columnsOf(`reseller_id, account_id, action, package_id, period, quote_id, coupon_id, list_fen, discount_fen,
  credit_fen, total_fen, wholesale_fen, full_wholesale_fen, inviter_id, commission_fen, basis_revision, created_at, expires_at`)
const INSERT = `insert into orders (id, holds_stock, detail, state, paid_by, settled_at, ${INSERTED.map(({ column }) => column).join(', ')})
  values (${Array.from({ length: INSERTED.length + 6 }, (_, at) => `$${at + 1}`).join(', ')})
  on conflict do nothing returning ${COLUMNS}`

export async function loadOwnOrder(db: Queryable, owner: Owner, orderId: string): Promise<OrderRow | null> {
  const rows = await db.query<OrderRow>({
    name: 'orders.own',
    text: `select ${COLUMNS} from orders where reseller_id = $1 and account_id = $2 and id = $3`,
    values: [owner.resellerId, owner.accountId, orderId],
  })
  return rows[0] ?? null
}

export async function lockOrder(db: Tx, { resellerId, orderId }: OrderName): Promise<OrderRow | null> {
  const rows = await db.query<OrderRow>({
    name: 'orders.lock',
    text: `select ${COLUMNS} from orders where reseller_id = $1 and id = $2 for update`,
    values: [resellerId, orderId],
  })
  return rows[0] ?? null
}

export async function lockOrderOfQuote(db: Tx, owner: Owner, quoteId: string): Promise<OrderRow | null> {
  const rows = await db.query<OrderRow>({
    name: 'orders.of_quote',
    text: `select ${COLUMNS} from orders where reseller_id = $1 and account_id = $2 and quote_id = $3 for update`,
    values: [owner.resellerId, owner.accountId, quoteId],
  })
  return rows[0] ?? null
}

/** Matches an open order of the same kind as `action`, like the unique index. */
export const openOfKind = (order: string, action: string) => `${order}.state = 'pending'
  and (case when ${order}.action in ('pack', 'agency') then ${order}.action else 'plan' end)
    = (case when ${action} in ('pack', 'agency') then ${action} else 'plan' end)`

/** The open order of the same kind: plans, packs and agencies do not block each other. */
export async function lockOpenOrder(db: Tx, owner: Owner, action: OrderRow['action']): Promise<OrderRow | null> {
  const rows = await db.query<OrderRow>({
    name: 'orders.open',
    text: `select ${COLUMNS} from orders o where reseller_id = $1 and account_id = $2 and ${openOfKind('o', '$3')} for update`,
    values: [owner.resellerId, owner.accountId, action],
  })
  return rows[0] ?? null
}

type Settlement = {
  paidBy: NonNullable<OrderRow['paidBy']>
  paymentId: string | null
  /** What came through a gateway; null when the balance or the reseller pays all that is missing. */
  onlineFen: number | null
  now: Date
}

/**
 * Null when it is no longer open, or when the payment and what is held do not make up its price. If a payment, a
 * cancellation and an expiry come at once, one gets the row.
 */
export async function claimAsPaid(
  db: Tx,
  { resellerId, orderId }: OrderName,
  { paidBy, paymentId, onlineFen, now }: Settlement,
): Promise<OrderRow | null> {
  const rows = await db.query<OrderRow>({
    name: 'orders.claim_paid',
    text: `update orders set state = 'paid', paid_by = $3, payment_id = $4, settled_at = $5, held_for = null
      where reseller_id = $1 and id = $2 and state = any($6) and ($7::bigint is null or total_fen - balance_fen = $7)
      returning ${COLUMNS}`,
    values: [resellerId, orderId, paidBy, paymentId, now, statesBefore(moves, 'paid'), onlineFen],
  })
  return rows[0] ?? null
}

/** Takes back a claim made in this transaction, because the purchase cannot be delivered. */
export async function closeUnfulfilled(db: Tx, { resellerId, orderId }: OrderName, now: Date): Promise<void> {
  await db.query({
    name: 'orders.close_unfulfilled',
    text: `update orders set state = 'cancelled', paid_by = null, payment_id = null, settled_at = null, closed_at = $3
      where reseller_id = $1 and id = $2`,
    values: [resellerId, orderId, now],
  })
}

export async function claimAsCancelled(db: Tx, owner: Owner, orderId: string, now: Date): Promise<OrderRow | null> {
  const rows = await db.query<OrderRow>({
    name: 'orders.claim_cancelled',
    text: `update orders set state = 'cancelled', closed_at = $4, held_for = null
      where reseller_id = $1 and account_id = $2 and id = $3 and state = any($5) returning ${COLUMNS}`,
    values: [owner.resellerId, owner.accountId, orderId, now, statesBefore(moves, 'cancelled')],
  })
  return rows[0] ?? null
}

/** M8: together with earlier refunds never more than was paid. */
export async function claimAsRefunded(
  db: Tx,
  { resellerId, orderId }: OrderName,
  amountFen: number,
): Promise<OrderRow | null> {
  const rows = await db.query<OrderRow>({
    name: 'orders.claim_refunded',
    text: `update orders set state = 'refunded', refunded_fen = refunded_fen + $3
      where reseller_id = $1 and id = $2 and state = any($4) and refunded_fen + $3 <= total_fen returning ${COLUMNS}`,
    values: [resellerId, orderId, amountFen, statesBefore(moves, 'refunded')],
  })
  return rows[0] ?? null
}

type Expired = { packageId: number | null; holdsStock: boolean }

/**
 * In the order of the ids, because the stock rows that follow are shared. For all accounts, or for one. Orders that hold
 * part of a balance are ended one by one.
 */
export function claimAsExpired(db: Tx, now: Date, owner: Owner | null): Promise<Expired[]> {
  return db.query<Expired>({
    name: 'orders.claim_expired',
    text: `update orders set state = 'expired', closed_at = $1 where id in (
        select id from orders where state = any($2) and expires_at <= $1 and held_for is null
          and ($3::integer is null or (reseller_id = $3 and account_id = $4)) order by id limit 1000 for update skip locked
      ) and state = any($2) returning package_id, holds_stock`,
    values: [now, statesBefore(moves, 'expired'), owner?.resellerId ?? null, owner?.accountId ?? null],
  })
}

/** Orders that have expired while they hold part of a balance. For all accounts, or for one. */
export async function findDueWithPart(db: Queryable, now: Date, owner: Owner | null): Promise<OrderName[]> {
  return db.query<OrderName>({
    name: 'orders.due_with_part',
    text: `select reseller_id, id as order_id from orders where state = 'pending' and expires_at <= $1 and held_for is not null
      and ($2::integer is null or (reseller_id = $2 and account_id = $3)) order by id limit 1000`,
    values: [now, owner?.resellerId ?? null, owner?.accountId ?? null],
  })
}

export async function claimOneAsExpired(
  db: Tx,
  { resellerId, orderId }: OrderName,
  now: Date,
): Promise<OrderRow | null> {
  const rows = await db.query<OrderRow>({
    name: 'orders.claim_one_expired',
    text: `update orders set state = 'expired', closed_at = $3, held_for = null
      where reseller_id = $1 and id = $2 and state = any($4) and expires_at <= $3 returning ${COLUMNS}`,
    values: [resellerId, orderId, now, statesBefore(moves, 'expired')],
  })
  return rows[0] ?? null
}

type Part = OrderName & { paymentId: string; amountFen: number; balanceFen: number }

/** Null when the order is no longer open, holds already, or does not cost both parts together. */
export async function claimPart(db: Tx, part: Part, now: Date): Promise<{ about: string | null } | null> {
  const rows = await db.query<{ about: string | null }>({
    name: 'orders.claim_part',
    text: `update orders o set balance_fen = $5::bigint, held_for = $3
      where reseller_id = $1 and id = $2 and state = 'pending' and held_for is null and expires_at > $6 and total_fen = $4::bigint + $5::bigint
      returning (select p.name from packages p where p.id = o.package_id) as about`,
    values: [part.resellerId, part.orderId, part.paymentId, part.amountFen, part.balanceFen, now],
  })
  return rows[0] ?? null
}

/** False when nothing is held for this payment any more. An open order then waits for its whole price again. */
export async function claimRelease(db: Tx, { resellerId, orderId }: OrderName, paymentId: string): Promise<boolean> {
  const rows = await db.query({
    name: 'orders.claim_release',
    text: `update orders set held_for = null, balance_fen = case when state = 'pending' then 0 else balance_fen end
      where reseller_id = $1 and id = $2 and held_for = $3 returning id`,
    values: [resellerId, orderId, paymentId],
  })
  return rows.length > 0
}
