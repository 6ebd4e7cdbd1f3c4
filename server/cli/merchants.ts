import { readFileSync, statSync } from 'node:fs'

import { addMerchant, disableMerchant, findMerchants } from '../domains/payments/merchants/add-merchant.ts'
import { auditRead, command, UsageError } from './command.ts'
import { tableLines } from './table.ts'

const ALIPAY_GATEWAY = 'https://openapi.alipay.com/gateway.do'
const KEY_FILE_MAX_BYTES = 16 * 1024
const CHANNELS = ['alipay', 'wxpay', 'qqpay'] as const
const DEVICES = ['pc', 'wap', 'qr'] as const
const PROVIDERS = ['alipay', 'epay'] as const

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
    summary: 'A merchant account at Alipay or EPay: of a reseller, or without --reseller of the platform',
    options: {
      reseller: { kind: 'number', help: 'whose money it takes' },
      provider: { kind: 'text', help: 'alipay or epay', isRequired: true },
      name: { kind: 'text', help: 'shown where two offer the same', isRequired: true },
      'app-id': { kind: 'text', help: "Alipay's app id, EPay's pid", isRequired: true },
      'seller-id': { kind: 'text', help: 'Alipay: the 16 digits from 2088 on' },
      'key-file': { kind: 'text', help: 'file with our private key, of EPay with the key', isRequired: true },
      'alipay-key-file': { kind: 'text', help: "file with Alipay's public key for this app" },
      gateway: { kind: 'text', help: "EPay: the site's address. Alipay's own by default" },
      channels: { kind: 'text', help: 'EPay: some of alipay,wxpay,qqpay' },
      devices: { kind: 'text', help: 'what the account is signed for: some of pc,wap,qr (default all)' },
      'key-param': { kind: 'flag', help: 'EPay: the site puts "&key=" before the key when it signs' },
    },
    async run(ctx, values) {
      const provider = oneOf('provider', values.provider, PROVIDERS)
      const isEpay = provider === 'epay'
      if (isEpay && values.gateway === null) throw new UsageError('--gateway is missing')
      const publicKeyFile = values['alipay-key-file']
      const wish = {
        resellerId: values.reseller,
        provider,
        name: values.name,
        appId: values['app-id'],
        sellerId: values['seller-id'],
        secret: readKeyFile('key-file', values['key-file']),
        alipayPublicKey: publicKeyFile === null ? null : readKeyFile('alipay-key-file', publicKeyFile),
        gatewayUrl: values.gateway ?? ALIPAY_GATEWAY,
        channels: someOf('channels', values.channels ?? 'alipay', CHANNELS),
        devices: someOf('devices', values.devices ?? 'pc,wap,qr', DEVICES),
        epayKeyPrefix: values['key-param'] ? ('&key=' as const) : ('' as const),
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
    name: 'merchants disable',
    summary: 'Offer it no more. Payments under way are still settled',
    options: { merchant: { kind: 'text', help: 'its id', isRequired: true } },
    async run(ctx, { merchant }) {
      const changed = await disableMerchant(ctx, merchant, ctx.actor)
      return { lines: [`Merchant ${merchant} ${changed ? 'is' : 'was'} disabled.`], data: { changed } }
    },
  }),
]

/** Keys come in files: on the command line every other user of the machine could read them. */
function readKeyFile(option: string, file: string): string {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new UsageError(`--${option}: there is no file ${file}`)
  if (size > KEY_FILE_MAX_BYTES) throw new UsageError(`--${option}: that is no key`)
  return readFileSync(file, 'utf8')
}

function oneOf<T extends string>(option: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === text)
  if (!found) throw new UsageError(`--${option} must be one of ${allowed.join(', ')}`)
  return found
}

function someOf<T extends string>(option: string, text: string, allowed: readonly T[]): T[] {
  return [...new Set(text.split(',').map((part) => oneOf(option, part, allowed)))]
}
