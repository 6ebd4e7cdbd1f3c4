import { sha256 } from '../../../platform/crypto.ts'
import { isSignedEpay } from '../gateways/epay-sign.ts'
import { parseYuan } from '../gateways/yuan.ts'
import type { OpenMerchant } from '../merchants/merchant.ts'
import type { Notify } from './notify.ts'
import { readForm } from './read-form.ts'

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
