import type { Queryable } from '../../../platform/db/db.ts'

/** Every figure here covers one reseller, or all when `resellerId` is null. */
export type Scope = { resellerId: number | null; now: Date }

/** Counts recently connected accounts over all nodes, and on each node. */
export function findOnline(
  db: Queryable,
  { resellerId, now }: Scope,
): Promise<{ nodeId: number | null; users: number }[]> {
  return db.query<{ nodeId: number | null; users: number }>({
    name: 'monitor.online',
    text: `select node_id, count(distinct (reseller_id, account_id)) as users from line_addresses
            where seen_at > $2::timestamptz - interval '2 minutes' and ($1::integer is null or reseller_id = $1)
            group by grouping sets ((node_id), ())`,
    values: [resellerId, now],
  })
}

export function countLines(db: Queryable, { resellerId }: Scope): Promise<{ nodeId: number; lines: number }[]> {
  return db.query<{ nodeId: number; lines: number }>({
    name: 'monitor.lines',
    text: `select node_id, held as lines from line_counts where reseller_id = coalesce($1::integer, -1) and held > 0`,
    values: [resellerId],
  })
}

export type MinuteTraffic = { at: Date; upBytes: number; downBytes: number }

/** The last sixty full minutes; minutes without a row are zeros. */
export function findTrafficMinutes(db: Queryable, { resellerId, now }: Scope): Promise<MinuteTraffic[]> {
  return db.query<MinuteTraffic>({
    name: 'monitor.traffic',
    text: `select m.at, coalesce(sum(t.up_bytes), 0)::bigint as up_bytes, coalesce(sum(t.down_bytes), 0)::bigint as down_bytes
             from generate_series(date_trunc('minute', $2::timestamptz) - interval '60 minutes',
                                  date_trunc('minute', $2::timestamptz) - interval '1 minute', interval '1 minute') m (at)
             left join traffic_minutes t on t.minute = m.at and ($1::integer is null or t.reseller_id = $1)
            group by m.at order by m.at`,
    values: [resellerId, now],
  })
}

export type MinuteSales = { at: Date; orders: number; payments: number; paid: number; paidFen: number }

export function findSaleMinutes(db: Queryable, { resellerId, now }: Scope): Promise<MinuteSales[]> {
  return db.query<MinuteSales>({
    name: 'monitor.sales',
    text: `with span as (select date_trunc('minute', $2::timestamptz) - interval '60 minutes' as begins,
                                date_trunc('minute', $2::timestamptz) as ends),
           happened as (
             select date_trunc('minute', created_at) as at, 1 as orders, 0 as payments, 0 as paid, 0 as fen
               from orders, span where created_at >= begins and created_at < ends
                and ($1::integer is null or reseller_id = $1)
             union all
             select date_trunc('minute', created_at), 0, 1, 0, 0
               from payments, span where created_at >= begins and created_at < ends
                and ($1::integer is null or reseller_id = $1)
             union all
             select date_trunc('minute', paid_at), 0, 0, 1, amount_fen
               from payments, span where paid_at >= begins and paid_at < ends
                and ($1::integer is null or reseller_id = $1)
           ), summed as (
             select at, sum(orders) as orders, sum(payments) as payments, sum(paid) as paid, sum(fen) as fen
               from happened group by at
           )
           select m.at, coalesce(s.orders, 0)::integer as orders, coalesce(s.payments, 0)::integer as payments,
                  coalesce(s.paid, 0)::integer as paid, coalesce(s.fen, 0)::bigint as paid_fen
             from span, generate_series(begins, ends - interval '1 minute', interval '1 minute') m (at)
             left join summed s on s.at = m.at order by m.at`,
    values: [resellerId, now],
  })
}

export type PaymentFigures = {
  paid: number
  decided: number
  pending: number
  oldestAt: Date | null
  oldestTradeNo: string | null
}

/** A payment is decided once paid or closed; one that waits for its payer is neither success nor failure. */
export async function loadPaymentFigures(db: Queryable, { resellerId, now }: Scope): Promise<PaymentFigures> {
  const rows = await db.query<PaymentFigures>({
    name: 'monitor.payments',
    text: `with paid as (
             select count(*) as n from payments where paid_at > $2::timestamptz - interval '1 hour'
                and ($1::integer is null or reseller_id = $1)
           ), closed as (
             select count(*) as n from payments where closed_at > $2::timestamptz - interval '1 hour' and paid_at is null
                and ($1::integer is null or reseller_id = $1)
           ), pending as (
             select count(*) as n from payments where state = 'pending' and ($1::integer is null or reseller_id = $1)
           ), oldest as (
             select created_at, out_trade_no from payments
              where state = 'pending' and ($1::integer is null or reseller_id = $1) order by created_at limit 1
           )
           select paid.n as paid, paid.n + closed.n as decided, pending.n as pending,
                  oldest.created_at as oldest_at, oldest.out_trade_no as oldest_trade_no
             from paid cross join closed cross join pending left join oldest on true`,
    values: [resellerId, now],
  })
  return rows[0]!
}
