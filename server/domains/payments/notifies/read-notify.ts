import { limits } from '../../../../contract/limits.ts'
import { sha256 } from '../../../platform/crypto.ts'
import { findUnstorable } from '../../../platform/http/storable-text.ts'
import { openAlipaySdk } from '../gateways/alipay-gateway.ts'
import { isSignedEpay } from '../gateways/epay-gateway.ts'
import { parseYuan } from '../gateways/gateway.ts'
import type { OpenMerchant } from '../merchants/merchant.ts'

/** What a notify with a right signature says, whichever provider sent it. */
export type Notify = {
  /** The same for one that is sent again. */
  notifyKey: string
  outTradeNo: string
  tradeNo: string
  amountFen: number | null
  says: 'paid' | 'refund' | 'closed' | 'nothing'
  /** Right in itself, but not for this merchant: the field that differs. */
  wrongField: string | null
}

/**
 * Null when a field comes twice: whoever reads the first and whoever reads the last would see two different notifies.
 * Null too when it holds what no database keeps, such as a zero byte: no gateway of ours writes that.
 */
function readForm(text: string): Record<string, string> | null {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in fields) return null
    fields[name] = value
  }
  return findUnstorable(fields) === null ? { ...fields } : null
}

/** Null for everything that this merchant's gateway did not sign, byte for byte. */
export async function readAlipayNotify(merchant: OpenMerchant, body: string): Promise<Notify | null> {
  const fields = readForm(body)
  // The SDK verifies by whatever type the notify names; RSA would be SHA-1.
  if (!fields || fields['sign_type'] !== 'RSA2' || !fields['sign']) return null
  const sdk = await openAlipaySdk(merchant, limits.gatewayTimeoutMs, merchant.gatewayUrl)
  // Not version 1: that one decodes twice, and throws on a percent sign.
  if (!sdk.checkNotifySignV2(fields)) return null
  return {
    notifyKey: (fields['notify_id'] || sha256(body).toString('hex')).slice(0, 128),
    outTradeNo: fields['out_trade_no'] ?? '',
    tradeNo: fields['trade_no'] ?? '',
    amountFen: parseYuan(fields['total_amount']),
    says: whatItSays(fields),
    wrongField:
      fields['app_id'] !== merchant.appId ? 'app_id' : fields['seller_id'] !== merchant.sellerId ? 'seller_id' : null,
  }
}

/** A refund comes as TRADE_SUCCESS again, or as TRADE_CLOSED: it must never pay a second time. */
function whatItSays(fields: Record<string, string>): Notify['says'] {
  if (fields['refund_fee'] || fields['gmt_refund']) return 'refund'
  const status = fields['trade_status']
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED') return 'paid'
  return status === 'TRADE_CLOSED' ? 'closed' : 'nothing'
}

/** `param` comes back to us as we sent it and decides nothing. */
export function readEpayNotify(merchant: OpenMerchant, query: string): Notify | null {
  const fields = readForm(query)
  if (!fields || (fields['sign_type'] ?? 'MD5') !== 'MD5' || !isSignedEpay(fields, merchant)) return null
  return {
    notifyKey: sha256(query).toString('hex'),
    outTradeNo: fields['out_trade_no'] ?? '',
    tradeNo: fields['trade_no'] ?? '',
    amountFen: parseYuan(fields['money']),
    says: fields['trade_status'] === 'TRADE_SUCCESS' ? 'paid' : 'nothing',
    wrongField: fields['pid'] === merchant.appId ? null : 'pid',
  }
}
