import { limits } from '../../../../../contract/limits.ts'
import { sha256 } from '../../../../platform/secrets/crypto.ts'
import type { OpenMerchant } from '../../merchants/merchant.ts'
import { parseYuan } from '../gateway.ts'
import type { Notify, Told } from '../provider.ts'
import { readForm } from '../read-form.ts'
import { openAlipaySdk } from './alipay-gateway.ts'

export async function readAlipayNotify(merchant: OpenMerchant, { text }: Told): Promise<Notify | null> {
  const fields = readForm(text)
  // The SDK verifies with the type that the notify names; RSA would mean SHA-1.
  if (!fields || fields['sign_type'] !== 'RSA2' || !fields['sign']) return null
  const sdk = await openAlipaySdk(merchant, limits.gatewayTimeoutMs, merchant.gatewayUrl)
  // Do not use version 1: it decodes twice, and throws on a percent sign.
  if (!sdk.checkNotifySignV2(fields)) return null
  return {
    notifyKey: (fields['notify_id'] || sha256(text).toString('hex')).slice(0, 128),
    outTradeNo: fields['out_trade_no'] ?? '',
    tradeNo: fields['trade_no'] ?? '',
    amountFen: parseYuan(fields['total_amount']),
    says: whatItSays(fields),
    wrongField:
      fields['app_id'] !== merchant.appId ? 'app_id' : fields['seller_id'] !== merchant.sellerId ? 'seller_id' : null,
  }
}

/** A refund is reported as TRADE_SUCCESS again, or as TRADE_CLOSED: it must never pay a second time. */
function whatItSays(fields: Record<string, string>): Notify['says'] {
  if (fields['refund_fee'] || fields['gmt_refund']) return 'refund'
  const status = fields['trade_status']
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED') return 'paid'
  return status === 'TRADE_CLOSED' ? 'closed' : 'nothing'
}
