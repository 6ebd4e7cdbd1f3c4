import { limits } from '../../../../contract/limits.ts'
import { sha256 } from '../../../platform/crypto.ts'
import { openAlipaySdk } from '../gateways/alipay-sdk.ts'
import { parseYuan } from '../gateways/yuan.ts'
import type { OpenMerchant } from '../merchants/merchant.ts'
import type { Notify } from './notify.ts'
import { readForm } from './read-form.ts'

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
