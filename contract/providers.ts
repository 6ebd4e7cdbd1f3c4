import { coinWays } from './coins.ts'

/** Ways that users see, in the order of filters. One provider may offer several. */
export const payChannels = ['alipay', 'wxpay', 'qqpay', 'card', ...coinWays] as const
export type PayChannel = (typeof payChannels)[number]

/** `digits`: 16 at most. `text`: no secret. `privateKey`, `publicKey`: RSA as text. A list: one of these. */
export type KeyKind = 'digits' | 'text' | 'flag' | 'secret' | 'privateKey' | 'publicKey' | readonly string[]

type ProviderFacts = {
  /** An account at a provider of several chooses among them. */
  channels: readonly [PayChannel, ...PayChannel[]]
  /** What its trades are shown as unless an account names fewer: pages for a desk or a phone, a code. */
  devices: readonly ['pc' | 'wap' | 'qr', ...('pc' | 'wap' | 'qr')[]]
  /** Null: each site has an address of its own. */
  gatewayUrl: string | null
  /** What an account has beside its name and id, in the order of the form. */
  keys: { readonly secret: KeyKind; readonly [name: string]: KeyKind }
  /** Where its payment pages send a browser, as far as known. */
  pageHosts: readonly string[]
  /** It reports to an address that is set at the provider, not to one that each payment names. */
  isHookSetThere?: true
}

/** What both sides know of the payment providers. The wire of each is in a folder of its own on the server. */
export const providers = {
  alipay: {
    channels: ['alipay'],
    devices: ['pc', 'wap', 'qr'],
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
    devices: ['pc', 'wap', 'qr'],
    gatewayUrl: null,
    keys: { isKeyNamed: 'flag', secret: 'secret' },
    pageHosts: [],
  },
  usdt: {
    channels: coinWays,
    devices: ['qr'],
    gatewayUrl: null,
    keys: { dialect: ['bepusdt', 'gmpay', 'epusdt'], secret: 'secret' },
    pageHosts: [],
  },
  stripe: {
    channels: ['card', 'alipay', 'wxpay'],
    // One page for all of them: a page for each could be paid twice.
    devices: ['pc'],
    gatewayUrl: 'https://api.stripe.com',
    keys: { secret: 'secret', hookSecret: 'secret', currency: 'text', rate: 'text' },
    pageHosts: ['checkout.stripe.com', 'js.stripe.com', 'hooks.stripe.com', 'pay.stripe.com', 'b.stripecdn.com'],
    isHookSetThere: true,
  },
  wechat: {
    channels: ['wxpay'],
    devices: ['qr', 'wap'],
    gatewayUrl: 'https://api.mch.weixin.qq.com',
    keys: {
      mchId: 'digits',
      secret: 'privateKey',
      serialNo: 'text',
      apiV3Key: 'secret',
      wechatPublicKeyId: 'text',
      wechatPublicKey: 'publicKey',
      appSecret: 'secret',
    },
    pageHosts: ['wx.tenpay.com', 'pay.weixin.qq.com'],
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

/** Kinds that may be replaced; those that open something are never read. */
export function isKeyReplaced(kind: KeyKind): boolean {
  return kind === 'secret' || kind === 'privateKey' || kind === 'publicKey' || kind === 'text'
}
