import { providers, type MerchantKeys } from '../../../../../contract/providers.ts'
import { findUnstorable } from '../../../../platform/http/storable-text.ts'
import type { Merchant, OpenMerchant } from '../../merchants/merchant.ts'
import { parseYuan } from '../gateway.ts'
import type { Notify, Problems, ProviderSide, StoredKeys, Told } from '../provider.ts'
import { isSignedCoin, type Dialect, type Fields } from './sign-coin.ts'
import { dialectOf, usdtGateway } from './usdt-gateway.ts'

export type UsdtShop = { coinPid: string; coinKey: string; coinDialect: Dialect }

export const usdt: ProviderSide<UsdtShop> = {
  gateway: usdtGateway,
  check: checkUsdt,
  notify: {
    method: 'POST',
    contentType: 'application/json',
    read: readUsdtNotify,
    taken: 'ok',
    // Any 200 ends the repeats of BEpusdt, whatever the body says.
    refused: { code: 400, text: 'fail' },
  },
  // Asked again, they refuse again.
  canRepeatRefund: true,
  bill: null,
  sandbox: {
    page: '/coin',
    account: ({ coinPid, coinKey, coinDialect }) => ({
      name: '沙箱 USDT',
      appId: coinPid,
      channels: ['usdt-trc20', 'usdt-bep20', 'usdt-polygon'],
      path: '/coin',
      secret: coinKey,
      settings: { dialect: coinDialect },
    }),
  },
}

function checkUsdt({ secret = '', dialect }: MerchantKeys, problems: Problems, kept: Merchant | null): StoredKeys {
  const chosen = dialect ?? kept?.settings['dialect'] ?? ''
  if (!providers.usdt.keys.dialect.some((known) => known === chosen)) problems['dialect'] = 'bepusdt, gmpay or epusdt'
  if (secret.trim().length < 8) problems['secret'] = "the gateway's token"
  return { secret: secret.trim(), settings: { dialect: chosen } }
}

/** A waiting BEpusdt order is told of every minute, and nothing in a notify says when: only the query counts. */
function readUsdtNotify(merchant: OpenMerchant, { text }: Told): Notify | null {
  const fields = readFields(text)
  if (!fields || !isSignedCoin(fields, { dialect: dialectOf(merchant), key: merchant.secret })) return null
  const { trade_id: tradeId, order_id: orderId, amount, status, pid, block_transaction_id: hash } = fields
  return {
    notifyKey: `${String(orderId)}:${String(tradeId)}:${String(status)}`.slice(0, 128),
    outTradeNo: String(orderId),
    tradeNo: String(tradeId),
    gatewayRef: String(tradeId),
    amountFen: parseYuan(amount),
    ...(status === 2 && typeof hash === 'string' && hash.length >= 16 ? { hash } : {}),
    says: status === 2 ? 'paid' : 'nothing',
    wrongField: pid === undefined || String(pid) === merchant.appId ? null : 'pid',
  }
}

/** One flat object; null for anything else. */
function readFields(text: string): Fields | null {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
    const isFlat = Object.values(parsed).every((value) => typeof value !== 'object' || value === null)
    return isFlat && findUnstorable(parsed) === null ? (parsed as Fields) : null
  } catch {
    return null
  }
}
