import type { Queryable } from '../../../../platform/db/db.ts'

const TITLE = `coalesce(nullif(r.title, ''), r.agency_name, '')`
const nameOf = (column: string) =>
  `coalesce((select s.name from staff s where 'staff:' || s.id = ${column}), ${column})`

export type OpenWish = {
  wishId: number
  resellerId: number
  title: string
  orderId: string | null
  paymentId: string | null
  outTradeNo: string | null
  amountFen: number
  reason: string
  askedBy: string
  createdAt: Date
}

/** The wish that has waited longest comes first. */
export function findWishRows(db: Queryable, limit: number): Promise<OpenWish[]> {
  return db.query<OpenWish>({
    name: 'office.open_wishes',
    text: `select w.id as wish_id, w.reseller_id, ${TITLE} as title, w.order_id, w.payment_id, p.out_trade_no, w.amount_fen,
        w.reason, ${nameOf('w.asked_by')} as asked_by, w.created_at
      from refund_wishes w join resellers r on r.id = w.reseller_id
        left join payments p on p.reseller_id = w.reseller_id and p.id = w.payment_id
      where w.state = 'open' order by w.created_at, w.id limit $1`,
    values: [limit],
  })
}

export type RefundRow = {
  outRequestNo: string
  outTradeNo: string
  resellerId: number
  state: 'asked' | 'done' | 'refused'
  amountFen: number
  reason: string
  by: string
  createdAt: Date
}

export function findRefundRows(db: Queryable, limit: number): Promise<RefundRow[]> {
  return db.query<RefundRow>({
    name: 'office.refunds',
    text: `select f.out_request_no, p.out_trade_no, f.reseller_id, f.state, f.amount_fen + f.balance_fen as amount_fen, f.reason,
        ${nameOf('f.actor')} as by, f.created_at
      from refunds f join payments p on p.id = f.payment_id order by f.created_at desc, f.id limit $1`,
    values: [limit],
  })
}

export type Refundable = {
  resellerId: number
  title: string
  orderId: string | null
  paymentId: string | null
  outTradeNo: string | null
  accountId: number | null
  userName: string | null
  packageName: string | null
  paidFen: number
  leftFen: number
  way: 'gateway' | 'balance' | 'own_merchant' | 'reseller'
}
type Name = { resellerId: number | null; orderId?: string; paymentId?: string; outTradeNo?: string }

/** An order with its payment, or a payment that went to a balance. Null when no paid one matches. */
export async function loadRefundable(db: Queryable, name: Name): Promise<Refundable | null> {
  const rows = await db.query<Refundable>({
    name: 'office.refundable',
    text: `select x.*, ${TITLE} as title, a.user_name from (
        select o.reseller_id, o.id as order_id, p.id as payment_id, p.out_trade_no, o.account_id, k.name as package_name,
          o.total_fen as paid_fen, least(o.total_fen - o.refunded_fen, coalesce(p.amount_fen + p.balance_fen - p.refund_asked_fen
            - (select coalesce(sum(f.balance_fen), 0)::bigint from refunds f where f.payment_id = p.id and f.state <> 'refused'), o.total_fen))
            as left_fen,
          case when o.paid_by in ('balance', 'own_merchant', 'reseller') then o.paid_by else 'gateway' end
            as way
        from orders o
          left join payments p on p.reseller_id = o.reseller_id and p.order_id = o.id and p.credited_to = 'order'
          left join packages k on k.id = o.package_id
        where o.settled_at is not null and (o.id = $2::uuid or p.out_trade_no = $4 or p.id = $3::uuid)
        union all
        select p.reseller_id, null, p.id, p.out_trade_no, p.account_id, null, p.amount_fen,
          p.amount_fen - p.refund_asked_fen, case when p.merchant_owner_key = -1 then 'gateway' else 'own_merchant' end
        from payments p
        where p.paid_at is not null and p.credited_to <> 'order' and (p.id = $3::uuid or p.out_trade_no = $4)
      ) x join resellers r on r.id = x.reseller_id
        left join accounts a on a.reseller_id = x.reseller_id and a.id = x.account_id
      where $1::integer is null or x.reseller_id = $1`,
    values: [name.resellerId, name.orderId ?? null, name.paymentId ?? null, name.outTradeNo ?? null],
  })
  return rows[0] ?? null
}
