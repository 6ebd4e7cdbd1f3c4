import { payChannels, providerIds, providers, type KeyName, type MerchantKeys } from '../../contract/providers.ts'
import { addMerchant, findMerchants } from '../domains/payments/merchants/add-merchant.ts'
import { replaceKeys, switchMerchant } from '../domains/payments/merchants/change-merchant.ts'
import { auditRead, command, UsageError } from './command.ts'
import { oneOf, readKeyFile, someOf } from './read-options.ts'
import { tableLines } from './table.ts'

const DEVICES = ['pc', 'wap', 'qr'] as const
const KEYS = {
  secret: 'key-file',
  alipayPublicKey: 'alipay-key-file',
  hookSecret: 'hook-key-file',
  currency: 'currency',
  rate: 'rate',
  serialNo: 'serial-no',
  apiV3Key: 'v3-key-file',
  wechatPublicKeyId: 'wechat-key-id',
  wechatPublicKey: 'wechat-key-file',
  appSecret: 'app-secret-file',
} as const
const FIELDS = {
  ...KEYS,
  sellerId: 'seller-id',
  isKeyNamed: 'key-param',
  dialect: 'dialect',
  mchId: 'mch-id',
} as const satisfies Record<KeyName, string>
const MORE = {
  'hook-key-file': { kind: 'path', help: 'Stripe: file with the signing secret of the webhook' },
  currency: { kind: 'text', help: 'Stripe: what the account charges in (default cny)' },
  rate: { kind: 'text', help: 'Stripe: yuan for one unit of that currency' },
  'serial-no': { kind: 'text', help: "WeChat Pay: serial number of the merchant's certificate" },
  'v3-key-file': { kind: 'path', help: 'WeChat Pay: file with the APIv3 key' },
  'wechat-key-id': { kind: 'text', help: "WeChat Pay: id of WeChat's public key" },
  'wechat-key-file': { kind: 'path', help: "WeChat Pay: file with WeChat's public key" },
  'app-secret-file': { kind: 'path', help: 'WeChat Pay: file with the AppSecret, for paying inside WeChat' },
} as const
const MERCHANT = { merchant: { kind: 'text', help: 'its id', isRequired: true } } as const

export const merchantCommands = [
  command({
    name: 'merchants list',
    summary: 'Merchant accounts, without their keys',
    options: {},
    async run(ctx) {
      const merchants = await findMerchants(ctx)
      await auditRead(ctx, 'operator.merchants_listed', null, merchants.length)
      return { lines: tableLines(merchants), data: { merchants } }
    },
  }),
  command({
    name: 'merchants add',
    summary: 'A merchant account at a payment provider: of a reseller, or without --reseller of the platform',
    options: {
      reseller: { kind: 'number', help: 'whose money it takes' },
      provider: { kind: 'text', help: providerIds.join(' or '), isRequired: true },
      name: { kind: 'text', help: 'shown where two offer the same', isRequired: true },
      'app-id': { kind: 'text', help: "Alipay's app id, EPay's and GMPay's pid", isRequired: true },
      'seller-id': { kind: 'text', help: 'Alipay: the 16 digits from 2088 on' },
      'mch-id': { kind: 'text', help: 'WeChat Pay: the merchant id' },
      'key-file': { kind: 'path', help: 'file with our private key, of EPay with the key', isRequired: true },
      'alipay-key-file': { kind: 'path', help: "file with Alipay's public key for this app" },
      gateway: { kind: 'text', help: "EPay, USDT: the site's address. The provider's own by default" },
      channels: {
        kind: 'text',
        help: 'EPay: some of alipay,wxpay,qqpay; Stripe: of card,alipay,wxpay; USDT: of usdt-trc20,usdt-bep20 …',
      },
      ...MORE,
      devices: { kind: 'text', help: 'what the account is signed for: some of pc,wap,qr (default: what it can show)' },
      dialect: { kind: 'text', help: 'USDT: the gateway, one of bepusdt, gmpay, epusdt' },
      'key-param': { kind: 'flag', help: 'EPay: the site puts "&key=" before the key when it signs' },
    },
    optionOf: { ...FIELDS, appId: 'app-id', gatewayUrl: 'gateway' },
    async run(ctx, values) {
      const provider = oneOf('provider', values.provider, providerIds)
      if (values.gateway === null && providers[provider].gatewayUrl === null)
        throw new UsageError('--gateway is missing')
      const wish = {
        resellerId: values.reseller,
        provider,
        name: values.name,
        appId: values['app-id'],
        sellerId: values['seller-id'] ?? '',
        ...readKeys(values),
        ...(values['mch-id'] === null ? {} : { mchId: values['mch-id'] }),
        gatewayUrl: values.gateway ?? undefined,
        channels: values.channels === null ? undefined : someOf('channels', values.channels, payChannels),
        ...(values.devices === null ? {} : { devices: someOf('devices', values.devices, DEVICES) }),
        isKeyNamed: values['key-param'],
        ...(values.dialect === null ? {} : { dialect: values.dialect }),
      }
      const merchant = await addMerchant(ctx, wish, ctx.actor)
      const notifyUrl = `${ctx.config.publicUrl}/api/pay/notify/${provider}/${merchant}`
      return {
        lines: [`Merchant ${merchant} takes payments. Notifies come to ${notifyUrl}`],
        data: { merchant, notifyUrl },
      }
    },
  }),
  command({
    name: 'merchants replace-keys',
    summary: 'After a change of keys at the provider',
    options: {
      ...MERCHANT,
      'key-file': { kind: 'path', help: 'file with our new private key, of EPay with the key', isRequired: true },
      'alipay-key-file': { kind: 'path', help: "file with Alipay's public key, if that is new too" },
      ...MORE,
    },
    optionOf: KEYS,
    async run(ctx, { merchant, ...files }) {
      await replaceKeys(ctx, merchant, readKeys(files), ctx.actor)
      return { lines: [`Merchant ${merchant} has new keys.`], data: { merchant } }
    },
  }),
  command({
    name: 'merchants disable',
    summary: 'Offer it no more. Payments under way are still settled',
    options: MERCHANT,
    async run(ctx, { merchant }) {
      const changed = await switchMerchant(ctx, merchant, false, ctx.actor)
      return { lines: [`Merchant ${merchant} ${changed ? 'is' : 'was'} disabled.`], data: { changed } }
    },
  }),
  command({
    name: 'merchants enable',
    summary: 'Offer it again',
    options: MERCHANT,
    async run(ctx, { merchant }) {
      const changed = await switchMerchant(ctx, merchant, true, ctx.actor)
      return { lines: [`Merchant ${merchant} ${changed ? 'is' : 'was'} enabled.`], data: { changed } }
    },
  }),
]

type KeyOptions = { 'key-file': string } & { [K in 'alipay-key-file' | keyof typeof MORE]: string | null }

function readKeys({ 'key-file': keyFile, currency, rate, ...files }: KeyOptions): MerchantKeys {
  const fileOf = (name: 'alipay-key-file' | 'hook-key-file' | 'v3-key-file' | 'wechat-key-file') =>
    files[name] === null ? undefined : readKeyFile(name, files[name])
  const read = {
    secret: readKeyFile('key-file', keyFile),
    alipayPublicKey: fileOf('alipay-key-file'),
    hookSecret: fileOf('hook-key-file'),
    currency,
    rate,
    serialNo: files['serial-no'],
    apiV3Key: fileOf('v3-key-file'),
    wechatPublicKeyId: files['wechat-key-id'],
    wechatPublicKey: fileOf('wechat-key-file'),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined && value !== null))
}
