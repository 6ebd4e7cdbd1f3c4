import { createHash, timingSafeEqual } from 'node:crypto'

import type { CashierMerchant } from '../merchants.ts'
import type { Trade } from '../trade.ts'
import { toYuan } from '../yuan.ts'

/** Signs sorted fields without sign, sign_type and empty values. The key follows directly. */
export function signMd5(fields: Record<string, string>, key: string): string {
  const signed = Object.keys(fields)
    .filter((name) => name !== 'sign' && name !== 'sign_type' && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
  return createHash('md5').update(`${signed}${key}`).digest('hex')
}

export function isSignedMd5(fields: Record<string, string>, key: string): boolean {
  const [given, right] = [Buffer.from(fields['sign'] ?? ''), Buffer.from(signMd5(fields, key))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Fields for both notify and return. */
export function epayNotifyFields(trade: Trade, merchant: CashierMerchant): Record<string, string> {
  return {
    pid: merchant.pid,
    trade_no: trade.tradeNo ?? '',
    out_trade_no: trade.outTradeNo,
    type: trade.channel,
    name: trade.subject,
    money: toYuan(trade.totalFen),
    trade_status: trade.paidAt ? 'TRADE_SUCCESS' : 'WAIT_BUYER_PAY',
    ...(trade.echo ? { param: trade.echo } : {}),
    sign_type: 'MD5',
  }
}

export function signEpay(fields: Record<string, string>, key: string): Record<string, string> {
  return { ...fields, sign: signMd5(fields, key) }
}

export function epayReturnAddress(trade: Trade, merchant: CashierMerchant): string | null {
  const url = trade.returnUrl === null ? null : URL.parse(trade.returnUrl)
  if (!url) return null
  const fields = signEpay(epayNotifyFields(trade, merchant), merchant.epayKey)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}
