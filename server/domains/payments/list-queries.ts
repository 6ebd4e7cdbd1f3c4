import type { Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { PageEnd } from '../../platform/db/page-cursor.ts'
import type { Merchant } from './merchants/merchant.ts'
import type { PaymentRow } from './queries.ts'

export type ShownPayment = Pick<
  PaymentRow,
  | 'id'
  | 'outTradeNo'
  | 'purpose'
  | 'orderId'
  | 'merchantId'
  | 'channel'
  | 'state'
  | 'creditedTo'
  | 'amountFen'
  | 'feeFen'
  | 'balanceFen'
  | 'refundedFen'
  | 'createdAt'
  | 'expiresAt'
  | 'paidAt'
  | 'pcUrl'
  | 'wapUrl'
  | 'qrCode'
  | 'quoteUnit'
  | 'quoteAmount'
  | 'quoteRate'
  | 'quoteAddress'
  | 'gatewaySaid'
> &
  Pick<Merchant, 'isSandbox' | 'wayRules'>

type Wanted = { status: PaymentRow['state'] | null; before: PageEnd<string> | null; limit: number }

export function findOwnPayments(
  db: Queryable,
  { resellerId, accountId }: Owner,
  { status, before, limit }: Wanted,
): Promise<ShownPayment[]> {
  return db.query<ShownPayment>({
    name: 'payments.list',
    text: `select p.id, p.out_trade_no, p.purpose, p.order_id, p.merchant_id, p.channel, p.state, p.credited_to, p.amount_fen, p.fee_fen, p.balance_fen,
        p.refunded_fen, p.created_at, p.expires_at, p.paid_at, p.pc_url, p.wap_url, p.qr_code, p.quote_unit, p.quote_amount, p.quote_rate, p.quote_address,
        p.gateway_said, m.is_sandbox, m.way_rules
      from payments p join merchants m on m.id = p.merchant_id
      where p.reseller_id = $1 and p.account_id = $2 and ($6::text is null or p.state = $6)
        and ($3::timestamptz is null or p.created_at < $3 or (p.created_at = $3 and p.id > $4::uuid))
      order by p.created_at desc, p.id limit $5`,
    values: [resellerId, accountId, before?.at ?? null, before?.id ?? null, limit, status],
  })
}
