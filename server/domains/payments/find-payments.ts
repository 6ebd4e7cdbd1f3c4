import type { PaymentItem } from '../../../contract/payments.ts'
import type { Ctx } from '../../platform/context.ts'
import { pagesBy } from '../../platform/db/page-cursor.ts'
import { loadGoods } from '../orders/goods.ts'
import { loadReceiptText } from '../resellers/receipt-text.ts'
import { findOwnPayments, type ShownPayment } from './list-queries.ts'
import { payTypeOf } from './merchants/pay-types.ts'
import { quoteOf } from './quote-of.ts'

const pages = pagesBy({ at: 'time', id: 'uuid' })

type Input = { cursor?: string; status?: PaymentItem['status'] }
type Page = { items: PaymentItem[]; next: string | null; receiptText: string }

export async function findPayments(ctx: Ctx<'user'>, { cursor, status }: Input): Promise<Page> {
  const { owner } = ctx
  const rows = await findOwnPayments(ctx.db, owner, {
    status: status ?? null,
    before: pages.after(cursor),
    limit: pages.limit,
  })
  const { shown, next } = pages.page(rows, (row) => ({ at: row.createdAt, id: row.id }))
  const orderIds = shown.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))
  const goods = await loadGoods(ctx, owner.resellerId, orderIds)
  const receiptText = await loadReceiptText(ctx.db, owner.resellerId)
  return { items: shown.map((row) => toItem(row, goods, ctx)), next, receiptText }
}

function toItem(
  row: ShownPayment,
  goods: ReadonlyMap<string, string>,
  { now, language }: Pick<Ctx, 'now' | 'language'>,
): PaymentItem {
  const isPayable = row.state === 'pending' && row.expiresAt > now
  return {
    out_trade_no: row.outTradeNo,
    type: row.purpose,
    orderId: row.orderId,
    goods: goods.get(row.orderId ?? '') ?? null,
    payType: payTypeOf({ ...row, id: row.merchantId }, row.channel, language),
    status: row.state,
    creditedTo: row.creditedTo ?? 'none',
    amountFen: row.amountFen,
    feeFen: row.feeFen,
    balanceFen: row.balanceFen,
    refundedFen: row.refundedFen,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    payUrl: isPayable ? (row.pcUrl ?? row.wapUrl) : null,
    qrCode: isPayable ? row.qrCode : null,
    quote: quoteOf(row),
    isSeen: row.paidAt === null && row.gatewaySaid === 'seen',
  }
}
