import type { MerchantRow } from '../../../contract/console/merchants.ts'
import type { Keys } from './key-fields.tsx'

export const CHANNELS = ['alipay', 'wxpay', 'qqpay'] as const
export type Channel = (typeof CHANNELS)[number]
export type MerchantDraft = {
  provider: MerchantRow['provider']
  name: string
  appId: string
  sellerId: string
  gatewayUrl: string
  channels: readonly Channel[]
  isKeyNamed: boolean
  keys: Keys
}

export const FIRST: MerchantDraft = {
  provider: 'alipay',
  name: '',
  appId: '',
  sellerId: '',
  gatewayUrl: '',
  channels: ['alipay'],
  isKeyNamed: false,
  keys: { secret: '', alipayPublicKey: '' },
}

/** The fields of the chosen provider; what was typed for another one stays behind. */
export function merchantOf({ provider, name, appId, sellerId, gatewayUrl, channels, isKeyNamed, keys }: MerchantDraft) {
  const same = { provider, name: name.trim(), appId: appId.trim(), secret: keys.secret }
  const gateway = gatewayUrl.trim() === '' ? {} : { gatewayUrl: gatewayUrl.trim() }
  return provider === 'alipay'
    ? { ...same, ...gateway, sellerId: sellerId.trim(), alipayPublicKey: keys.alipayPublicKey }
    : { ...same, ...gateway, channels: [...channels], isKeyNamed }
}
