import type { MerchantKeys } from '../../../../../contract/providers.ts'
import { sha256 } from '../../../../platform/secrets/crypto.ts'
import type { Merchant, OpenMerchant } from '../../merchants/merchant.ts'
import { parseYuan } from '../gateway.ts'
import type { Notify, Problems, ProviderSide, StoredKeys, Told } from '../provider.ts'
import { readForm } from '../read-form.ts'
import { epayBill } from './epay-bill.ts'
import { epayGateway, isSignedEpay } from './epay-gateway.ts'

export type EpayShop = { pid: string; epayKey: string }

export const epay: ProviderSide<EpayShop> = {
  gateway: epayGateway,
  check: checkEpay,
  notify: { method: 'GET', read: readEpayNotify, taken: 'success', refused: { code: 200, text: 'fail' } },
  // Its refunds have no number.
  canRepeatRefund: false,
  bill: epayBill,
  sandbox: {
    page: '/submit.php',
    account: ({ pid, epayKey }) => ({ name: '沙箱易支付', appId: pid, channels: ['wxpay'], path: '', secret: epayKey }),
  },
}

function checkEpay({ secret = '', isKeyNamed }: MerchantKeys, problems: Problems, kept: Merchant | null): StoredKeys {
  if (secret.trim().length < 8) problems['secret'] = "the merchant's key"
  return { secret: secret.trim(), epayKeyPrefix: kept?.epayKeyPrefix ?? (isKeyNamed ? '&key=' : '') }
}

/** `param` comes back as we sent it; nothing depends on it. */
function readEpayNotify(merchant: OpenMerchant, { text }: Told): Notify | null {
  const fields = readForm(text)
  if (!fields || (fields['sign_type'] ?? 'MD5') !== 'MD5' || !isSignedEpay(fields, merchant)) return null
  return {
    notifyKey: sha256(text).toString('hex'),
    outTradeNo: fields['out_trade_no'] ?? '',
    tradeNo: fields['trade_no'] ?? '',
    amountFen: parseYuan(fields['money']),
    says: fields['trade_status'] === 'TRADE_SUCCESS' ? 'paid' : 'nothing',
    wrongField: fields['pid'] === merchant.appId ? null : 'pid',
  }
}
