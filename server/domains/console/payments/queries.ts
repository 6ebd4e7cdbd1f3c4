import { sql } from 'kysely'

import type { PayChannel, Provider } from '../../../../contract/providers.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Condition, ListCtx, ListQuery } from '../../lists/list-page.ts'
import { dayConditions, equalConditions, saleConditions } from '../../lists/sale-filters.ts'
import { accountCondition, uuidRange } from '../../lists/search-accounts.ts'

export type PaymentFilter = {
  search?: string
  state?: string
  purpose?: string
  channel?: string
  late?: boolean
  accountId?: number
  paidFrom?: string
  paidTo?: string
  from?: string
  to?: string
  minFen?: number
  maxFen?: number
}

export type ListedPayment = {
  id: string
  outTradeNo: string
  purpose: 'user' | 'package' | 'agency' | 'daili'
  orderId: string | null
  accountId: number | null
  userName: string | null
  channel: PayChannel
  provider: Provider
  merchantName: string
  merchantOwnerKey: number
  state: 'pending' | 'paid' | 'closed' | 'refunded'
  creditedTo: 'order' | 'balance' | null
  amountFen: number
  refundedFen: number
  createdAt: Date
  paidAt: Date | null
  tradeNo: string | null
}

const COLUMNS = `page.id, page.out_trade_no, page.purpose, page.order_id, page.account_id, a.user_name, page.channel,
  m.provider, m.name as merchant_name, page.merchant_owner_key, page.state, page.credited_to, page.amount_fen,
  page.refunded_fen, page.created_at, page.paid_at, page.trade_no`
const JOINS = `join merchants m on m.id = page.merchant_id
  left join accounts a on a.reseller_id = page.reseller_id and a.id = page.account_id`

type PaymentSort = 'createdAt' | 'amountFen'
type Whose = {
  resellerId: number
  /** Needed to see top-ups of the reseller's own balance. */ seesMoney: boolean
}

export async function paymentList(
  ctx: ListCtx,
  { resellerId, seesMoney }: Whose,
  filter: PaymentFilter,
): Promise<ListQuery<PaymentSort>> {
  const { state, purpose, channel, accountId } = filter
  return {
    table: 'payments p',
    id: { by: 'p.id', kind: 'uuid' },
    sorts: { createdAt: { by: 'p.created_at', kind: 'time' }, amountFen: { by: 'p.amount_fen', kind: 'number' } },
    firstSort: '-createdAt',
    where: [
      sql`p.reseller_id = ${resellerId}`,
      ...(seesMoney ? [] : [sql`p.purpose <> 'daili'`]),
      ...equalConditions({ 'p.state': state, 'p.purpose': purpose, 'p.channel': channel, 'p.account_id': accountId }),
      ...(filter.late ? [sql`p.credited_to = 'balance' and p.order_id is not null`] : []),
      ...dayConditions(
        { from: filter.paidFrom, to: filter.paidTo },
        { at: 'p.paid_at', timeZone: ctx.config.businessTz },
      ),
      ...saleConditions(filter, { at: 'p.created_at', fen: 'p.amount_fen', timeZone: ctx.config.businessTz }),
      ...(await searched(ctx, resellerId, filter.search?.trim() ?? '')),
    ],
    show: { columns: COLUMNS, joins: JOINS },
  }
}

/** Searches by a payment's id or one of its numbers, or by the beginning of a payer's name. */
async function searched(ctx: { db: Queryable }, resellerId: number, search: string): Promise<Condition[]> {
  if (search === '') return []
  const range = uuidRange(search)
  if (range) return [sql`p.id between ${range.from} and ${range.to}`]
  const ids = await findByNumber(ctx.db, resellerId, search)
  if (ids.length > 0) return [sql`p.id = any(${ids}::uuid[])`]
  return [await accountCondition(ctx, { resellerId, begin: search, column: 'p.account_id' })]
}

async function findByNumber(db: Queryable, resellerId: number, number: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: 'office.payment_of_number',
    text: `select id from payments where reseller_id = $1 and out_trade_no = $2
      union select id from payments where reseller_id = $1 and trade_no = $2`,
    values: [resellerId, number],
  })
  return rows.map(({ id }) => id)
}

export type FullPayment = ListedPayment & {
  isSandbox: boolean
  expiresAt: Date
  closedAt: Date | null
  checkedAt: Date | null
  refundAskedFen: number
}

export async function loadFullPayment(db: Queryable, resellerId: number, id: string): Promise<FullPayment | null> {
  const rows = await db.query<FullPayment>({
    name: 'office.payment',
    text: `select ${COLUMNS}, m.is_sandbox, page.expires_at, page.closed_at, page.checked_at,
        page.refund_asked_fen
      from payments page ${JOINS} where page.reseller_id = $1 and page.id = $2`,
    values: [resellerId, id],
  })
  return rows[0] ?? null
}

export type NotifyRow = { receivedAt: Date; verdict: string; times: number; body: string }

/** The caller must have checked that the payment belongs to its reseller. */
export function findNotifies(db: Queryable, paymentId: string, limit: number): Promise<NotifyRow[]> {
  return db.query<NotifyRow>({
    name: 'office.notifies',
    text: `select received_at, verdict, times, body from notify_inbox where payment_id = $1 order by id limit $2`,
    values: [paymentId, limit],
  })
}

export type LookRow = { at: Date; by: string; found: string }

/** Who asked the gateway by hand, newest first. */
export function findLooks(db: Queryable, resellerId: number, paymentId: string, limit: number): Promise<LookRow[]> {
  return db.query<LookRow>({
    name: 'office.payment_looks',
    text: `select l.created_at as at, coalesce(s.name, l.actor) as by, l.detail ->> 'found' as found
      from audit_log l left join staff s on l.actor = 'staff:' || s.id::text and s.reseller_id = $1
      where l.reseller_id = $1 and l.subject = 'payment:' || $2 and l.action = 'payment.asked'
      order by l.created_at desc limit $3`,
    values: [resellerId, paymentId, limit],
  })
}
