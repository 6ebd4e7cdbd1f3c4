import { randomBytes } from 'node:crypto'

import { toBeijing } from '../beijing-time.ts'
import type { CashierMerchant } from '../merchants.ts'
import { refundedFen, type Trade } from '../trade.ts'
import { toYuan } from '../yuan.ts'
import { signedText, signRsa2 } from './wire.ts'

/**
 * The fields of a notify about a trade. Refunded trades carry refund_fee and gmt_refund, and never mean a new payment.
 */
export function notifyFields(trade: Trade, merchant: CashierMerchant, now: Date): Record<string, string> {
  const total = toYuan(trade.totalFen)
  const lastRefund = trade.refunds.at(-1)
  return {
    notify_time: toBeijing(now),
    notify_type: 'trade_status_sync',
    notify_id: `${toBeijing(now).slice(0, 10).replaceAll('-', '')}${randomBytes(12).toString('hex')}`,
    app_id: merchant.appId,
    auth_app_id: merchant.appId,
    charset: 'utf-8',
    version: '1.0',
    sign_type: 'RSA2',
    trade_no: trade.tradeNo ?? '',
    out_trade_no: trade.outTradeNo,
    buyer_id: '2088000000000001',
    buyer_logon_id: 'san***@sandbox.cn',
    seller_id: merchant.sellerId,
    trade_status: trade.status,
    total_amount: total,
    receipt_amount: total,
    invoice_amount: total,
    buyer_pay_amount: total,
    point_amount: '0.00',
    subject: trade.subject,
    gmt_create: toBeijing(new Date(trade.createdAt)),
    ...(trade.paidAt ? { gmt_payment: toBeijing(new Date(trade.paidAt)) } : {}),
    ...(trade.closedAt ? { gmt_close: toBeijing(new Date(trade.closedAt)) } : {}),
    ...(lastRefund
      ? {
          refund_fee: toYuan(refundedFen(trade)),
          gmt_refund: `${toBeijing(new Date(lastRefund.at))}.000`,
          out_biz_no: lastRefund.outRequestNo,
        }
      : {}),
    fund_bill_list: JSON.stringify([{ amount: total, fundChannel: 'ALIPAYACCOUNT' }]),
    ...(trade.echo ? { passback_params: trade.echo } : {}),
  }
}

/** Trade notifies are signed without sign_type. */
export function signNotify(fields: Record<string, string>, privateKey: string): Record<string, string> {
  return { ...fields, sign: signRsa2(signedText(fields, ['sign', 'sign_type']), privateKey) }
}

/** The address that a browser returns to. It carries no status and is only a hint to query the trade. */
export function returnAddress(trade: Trade, merchant: CashierMerchant, now: Date): string | null {
  const url = trade.returnUrl === null ? null : URL.parse(trade.returnUrl)
  if (!url) return null
  const fields = {
    charset: 'utf-8',
    out_trade_no: trade.outTradeNo,
    method: trade.product === 'wap' ? 'alipay.trade.wap.pay.return' : 'alipay.trade.page.pay.return',
    total_amount: toYuan(trade.totalFen),
    trade_no: trade.tradeNo ?? '',
    auth_app_id: merchant.appId,
    version: '1.0',
    app_id: merchant.appId,
    sign_type: 'RSA2',
    seller_id: merchant.sellerId,
    timestamp: toBeijing(now),
  }
  for (const [name, value] of Object.entries(signNotify(fields, merchant.alipayPrivateKey))) {
    url.searchParams.set(name, value)
  }
  return url.href
}
