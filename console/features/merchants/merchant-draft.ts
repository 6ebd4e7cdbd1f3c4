import { keysOf, type MerchantKeys, type PayChannel, type Provider, providers } from '../../../contract/providers.ts'

export type MerchantDraft = {
  provider: Provider
  name: string
  appId: string
  gatewayUrl: string
  channels: readonly PayChannel[]
  keys: MerchantKeys
}

export const FIRST: MerchantDraft = {
  provider: 'alipay',
  name: '',
  appId: '',
  gatewayUrl: '',
  channels: Object.values(providers).map(({ channels: [first] }) => first),
  keys: {},
}

/** The fields of the chosen provider; what was typed for another one stays behind. */
export function merchantOf({ provider, name, appId, gatewayUrl, channels, keys }: MerchantDraft) {
  const offered: readonly PayChannel[] = providers[provider].channels
  return {
    provider,
    name: name.trim(),
    appId: appId.trim(),
    ...(gatewayUrl.trim() === '' ? {} : { gatewayUrl: gatewayUrl.trim() }),
    ...(offered.length === 1 ? {} : { channels: offered.filter((one) => channels.includes(one)) }),
    ...typedFor(provider, keys),
  }
}

/** Keys exactly as typed. */
function typedFor(provider: Provider, keys: MerchantKeys): MerchantKeys & { secret: string } {
  const typed = keysOf(provider).map(([name, kind]) => {
    const value = keys[name] ?? (kind === 'flag' ? false : typeof kind === 'string' ? '' : kind[0]!)
    return [name, kind === 'digits' ? String(value).trim() : value]
  })
  // The one key that each provider needs is sent in any case, so that the answer names it.
  const filled = typed.filter(([name, value]) => value !== '' || name === 'secret')
  return Object.fromEntries(filled) as MerchantKeys & { secret: string }
}
