import type { Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { PageEnd } from '../../platform/db/page-cursor.ts'
import type { OrderRow } from './queries.ts'

export type ShownOrder = Pick<
  OrderRow,
  | 'id'
  | 'action'
  | 'state'
  | 'packageId'
  | 'period'
  | 'listFen'
  | 'discountFen'
  | 'creditFen'
  | 'totalFen'
  | 'balanceFen'
  | 'refundedFen'
  | 'paidBy'
  | 'createdAt'
  | 'expiresAt'
  | 'settledAt'
> & { packageName: string | null; packageNames: unknown }

/** For a sale by hand the user sees what was noted as paid, never what it cost the reseller. */
const SHOWN = `select o.id, o.action, o.state, o.package_id, p.name as package_name, p.names as package_names, o.period,
    case when h.order_id is null then o.list_fen else coalesce(h.noted_fen, 0) end as list_fen, o.discount_fen, o.credit_fen,
    case when h.order_id is null then o.total_fen else coalesce(h.noted_fen, 0) end as total_fen,
    case when o.state in ('cancelled', 'expired') then 0 else o.balance_fen end as balance_fen,
    case when h.order_id is null then o.refunded_fen else 0 end as refunded_fen, o.paid_by, o.created_at, o.expires_at, o.settled_at
  from orders o left join packages p on p.id = o.package_id
    left join hand_sales h on h.order_id = o.id and h.reseller_id = o.reseller_id where o.reseller_id = $1 and o.account_id = $2`

export function findOwnOrders(
  db: Queryable,
  { resellerId, accountId }: Owner,
  before: PageEnd<string> | null,
  limit: number,
): Promise<ShownOrder[]> {
  return db.query<ShownOrder>({
    name: 'orders.list',
    text: `${SHOWN} and ($3::timestamptz is null or o.created_at < $3 or (o.created_at = $3 and o.id > $4::uuid))
      order by o.created_at desc, o.id limit $5`,
    values: [resellerId, accountId, before?.at ?? null, before?.id ?? null, limit],
  })
}

export async function loadShownOrder(
  db: Queryable,
  { resellerId, accountId }: Owner,
  orderId: string,
): Promise<ShownOrder | null> {
  const text = `${SHOWN} and o.id = $3`
  const rows = await db.query<ShownOrder>({ name: 'orders.shown', text, values: [resellerId, accountId, orderId] })
  return rows[0] ?? null
}
