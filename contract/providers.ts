/** Ways that users see, in the order of filters. One provider may offer several. */
export const payChannels = ['alipay', 'wxpay', 'qqpay'] as const
export type PayChannel = (typeof payChannels)[number]

/** `digits`: 16 at most. `privateKey`, `publicKey`: RSA as text. */
export type KeyKind = 'digits' | 'flag' | 'secret' | 'privateKey' | 'publicKey'

type ProviderFacts = {
  /** An account at a provider of several chooses among them. */
  channels: readonly [PayChannel, ...PayChannel[]]
  /** Null: each site has an address of its own. */
  gatewayUrl: string | null
  /** What an account has beside its name and id, in the order of the form. */
  keys: { readonly secret: KeyKind; readonly [name: string]: KeyKind }
  /** Where its payment pages send a browser, as far as known. */
  pageHosts: readonly string[]
}

/** What both sides know of the payment providers. The wire of each is in a folder of its own on the server. */
export const providers = {
  alipay: {
    channels: ['alipay'],
    gatewayUrl: 'https://openapi.alipay.com/gateway.do',
    keys: { sellerId: 'digits', secret: 'privateKey', alipayPublicKey: 'publicKey' },
    pageHosts: [
      'openapi.alipay.com',
      'excashier.alipay.com',
      'mclient.alipay.com',
      'unitradeprod.alipay.com',
      'auth.alipay.com',
      'qr.alipay.com',
      'render.alipay.com',
      'gw.alipayobjects.com',
      'a.alipayobjects.com',
    ],
  },
  epay: {
    channels: ['alipay', 'wxpay', 'qqpay'],
    gatewayUrl: null,
    keys: { isKeyNamed: 'flag', secret: 'secret' },
    pageHosts: [],
  },
} as const satisfies Record<string, ProviderFacts>

type Table = typeof providers
export type Provider = keyof Table
export const providerIds = Object.keys(providers) as Provider[]

type KindsOf<P extends Provider> = Table[P]['keys']
export type KeyName = { [P in Provider]: keyof KindsOf<P> }[Provider]
type KindOf<K extends KeyName> = { [P in Provider]: KindsOf<P> extends Record<K, infer Kind> ? Kind : never }[Provider]
/** The keys of every provider; an account fills in those of its own. */
export type MerchantKeys = { [K in KeyName]?: KindOf<K> extends 'flag' ? boolean : string }

/** The keys of one provider with their kinds. */
export function keysOf(provider: Provider): [name: KeyName, kind: KeyKind][] {
  return Object.entries(providers[provider].keys) as [KeyName, KeyKind][]
}

/** Kinds that are written, never read, and may be replaced. */
export function isKeyReplaced(kind: KeyKind): boolean {
  return kind === 'secret' || kind === 'privateKey' || kind === 'publicKey'
}
