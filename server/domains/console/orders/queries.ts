import { sql } from 'kysely'

import type { PayChannel } from '../../../../contract/providers.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Condition, ListCtx, ListQuery } from '../../lists/list-page.ts'
import { dayConditions, equalConditions, saleConditions } from '../../lists/sale-filters.ts'
import { accountCondition, uuidRange } from '../../lists/search-accounts.ts'
import { IS_SALE } from '../../orders/margin-sql.ts'

export type OrderFilter = {
  search?: string
  state?: string
  action?: string
  packageId?: string
  paidBy?: string
  accountId?: number
  soldFrom?: string
  soldTo?: string
  from?: string
  to?: string
  minFen?: number
  maxFen?: number
  sort?: string
}

export type ListedOrder = {
  id: string
  accountId: number
  userName: string
  action: 'new' | 'renew' | 'upgrade' | 'pack' | 'agency'
  state: 'pending' | 'paid' | 'cancelled' | 'expired' | 'refunded'
  packageId: number | null
  packageName: string | null
  packageNames: unknown
  period: 'month' | 'quarter' | 'half' | 'year' | 'once' | null
  totalFen: number
  refundedFen: number
  wholesaleFen: number
  commissionFen: number
  paidBy: 'balance' | 'platform_merchant' | 'own_merchant' | 'reseller' | null
  channel: PayChannel | null
  createdAt: Date
  settledAt: Date | null
}

const COLUMNS = `page.id, page.account_id, a.user_name, page.action, page.state, page.package_id, p.name as package_name,
  p.names as package_names, page.period, page.total_fen, page.refunded_fen, page.wholesale_fen, page.commission_fen,
  page.paid_by, pay.channel, page.created_at, page.settled_at`
const JOINS = `join accounts a on a.reseller_id = page.reseller_id and a.id = page.account_id
  left join packages p on p.id = page.package_id
  left join lateral (
    select channel from payments where reseller_id = page.reseller_id and order_id = page.id and credited_to = 'order' limit 1
  ) pay on true`

type OrderSort = 'createdAt' | 'totalFen'

export async function orderList(
  ctx: ListCtx & Pick<StaffCtx, 'actor'>,
  resellerId: number,
  filter: OrderFilter,
): Promise<ListQuery<OrderSort>> {
  const { state, action, packageId, paidBy, accountId } = filter
  return {
    table: 'orders o',
    id: { by: 'o.id', kind: 'uuid' },
    sorts: { createdAt: { by: 'o.created_at', kind: 'time' }, totalFen: { by: 'o.total_fen', kind: 'number' } },
    firstSort: '-createdAt',
    where: [
      sql`o.reseller_id = ${resellerId}`,
      ...equalConditions({ 'o.state': state, 'o.action': action, 'o.paid_by': paidBy, 'o.account_id': accountId }),
      ...equalConditions({ 'o.package_id': packageId === undefined ? undefined : Number(packageId) }),
      ...saleConditions(filter, { at: 'o.created_at', fen: 'o.total_fen', timeZone: ctx.config.businessTz }),
      ...soldConditions(filter, ctx.config.businessTz),
      ...(asksAmount(filter) && !may(ctx, 'prices.read') ? [sql`o.paid_by is distinct from 'reseller'`] : []),
      ...(await searched(ctx, resellerId, filter.search?.trim() ?? '')),
    ],
    show: { columns: COLUMNS, joins: JOINS },
  }
}

function soldConditions({ soldFrom, soldTo }: OrderFilter, timeZone: string): Condition[] {
  if (soldFrom === undefined && soldTo === undefined) return []
  return [sql.raw<boolean>(IS_SALE), ...dayConditions({ from: soldFrom, to: soldTo }, { at: 'o.settled_at', timeZone })]
}

/** Amounts of sales by hand are wholesale prices: who may not read them must not find them by sorting or filtering. */
function asksAmount({ minFen, maxFen, sort }: OrderFilter): boolean {
  return minFen !== undefined || maxFen !== undefined || sort?.endsWith('totalFen') === true
}

/** Searches by the beginning of an order's number, the number of its payment, or the beginning of a buyer's name. */
async function searched(ctx: { db: Queryable }, resellerId: number, search: string): Promise<Condition[]> {
  if (search === '') return []
  const range = uuidRange(search)
  if (range) return [sql`o.id between ${range.from} and ${range.to}`]
  const orderId = await loadOrderOfNumber(ctx.db, resellerId, search)
  if (orderId !== null) return [sql`o.id = ${orderId}`]
  return [await accountCondition(ctx, { resellerId, begin: search, column: 'o.account_id' })]
}

async function loadOrderOfNumber(db: Queryable, resellerId: number, outTradeNo: string): Promise<string | null> {
  const rows = await db.query<{ orderId: string | null }>({
    name: 'office.order_of_number',
    text: `select order_id from payments where reseller_id = $1 and out_trade_no = $2`,
    values: [resellerId, outTradeNo],
  })
  return rows[0]?.orderId ?? null
}

export type FullOrder = ListedOrder & {
  listFen: number
  discountFen: number
  creditFen: number
  couponCode: string | null
  inviterName: string | null
  expiresAt: Date
  closedAt: Date | null
  soldBy: string | null
  notedFen: number | null
}

export async function loadFullOrder(db: Queryable, resellerId: number, orderId: string): Promise<FullOrder | null> {
  const rows = await db.query<FullOrder>({
    name: 'office.order',
    text: `select ${COLUMNS}, page.list_fen, page.discount_fen, page.credit_fen, page.expires_at, page.closed_at,
        c.code as coupon_code, i.user_name as inviter_name, coalesce(m.name, h.sold_by) as sold_by, h.noted_fen
      from orders page ${JOINS}
        left join hand_sales h on h.reseller_id = page.reseller_id and h.order_id = page.id
        left join staff m on 'staff:' || m.id = h.sold_by
        left join coupons c on c.reseller_id = page.reseller_id and c.id = page.coupon_id
        left join accounts i on i.reseller_id = page.reseller_id and i.id = page.inviter_id
      where page.reseller_id = $1 and page.id = $2`,
    values: [resellerId, orderId],
  })
  return rows[0] ?? null
}
