import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

import { inTx, type Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { getSellingTerms } from '../../resellers/selling-terms.ts'
import {
  newMerchantId,
  sealMerchantSecret,
  type Merchant,
  type PayChannel,
  findAllMerchants,
  insertMerchant,
} from './merchant.ts'

export type MerchantWish = {
  /** Null: the platform's own merchant. */
  resellerId: number | null
  provider: Merchant['provider']
  name: string
  appId: string
  sellerId: string | null
  secret: string
  alipayPublicKey: string | null
  gatewayUrl: string
  channels: PayChannel[]
  devices: Merchant['devices']
  epayKeyPrefix: '' | '&key='
  /** The gateway runs on this machine, named by platform staff for tests: http is allowed. */
  isGatewayLocal?: boolean
  /** When the keys were last tried at the gateway. */
  testedAt?: Date
}
export type OperatorCtx = Pick<Ctx, 'db' | 'now' | 'config'>

/** Adds a merchant account at a payment provider. Seals its secret before it reaches the database. */
export async function addMerchant(ctx: OperatorCtx, wish: MerchantWish, actor: AuditActor): Promise<string> {
  const checked = checkWish(wish)
  return inTx(ctx, async (tx) => {
    if (wish.resellerId !== null) await getSellingTerms(tx, wish.resellerId)
    const id = newMerchantId()
    const { secret, ...columns } = checked
    const sealedSecret = sealMerchantSecret(ctx, id, secret)
    const isNew = await insertMerchant(tx.db, { ...columns, id, sealedSecret, createdAt: ctx.now })
    if (!isNew) fail('merchant.taken')
    const detail = { provider: wish.provider, appId: wish.appId }
    const entry = { resellerId: wish.resellerId, actor, action: 'merchant.added', subject: `merchant:${id}`, detail }
    const after = { ...detail, gateway: new URL(wish.gatewayUrl).host, keys: 'set' }
    await writeAudit(tx.db, { ...entry, after }, ctx.now)
    return id
  })
}

type ShownMerchant = Pick<
  Merchant,
  'id' | 'resellerId' | 'provider' | 'name' | 'appId' | 'isSandbox' | 'disabledAt' | 'createdAt'
>

/** For operators: shows everything except the keys. */
export async function findMerchants(ctx: Pick<Ctx, 'db'>): Promise<ShownMerchant[]> {
  const rows = await findAllMerchants(ctx.db)
  return rows.map(({ id, resellerId, provider, name, appId, isSandbox, disabledAt, createdAt }) => {
    return { id, resellerId, provider, name, appId, isSandbox, disabledAt, createdAt }
  })
}

/** Checks the keys now; otherwise the first buyer would find the unreadable one. */
export function checkWish(wish: MerchantWish): MerchantWish {
  const problems: Record<string, string> = {}
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(wish.appId)) problems['appId'] = 'letters and digits'
  if (wish.name.length < 1 || wish.name.length > 40) problems['name'] = '1 to 40 characters'
  const { protocol } = URL.parse(wish.gatewayUrl) ?? {}
  if (protocol !== 'https:' && !(wish.isGatewayLocal && protocol === 'http:'))
    problems['gatewayUrl'] = 'an https address'
  const checked = wish.provider === 'alipay' ? checkAlipay(wish, problems) : checkEpay(wish, problems)
  return Object.keys(problems).length > 0 ? fail('request.invalid', { fields: problems }) : checked
}

function checkAlipay(wish: MerchantWish, problems: Record<string, string>): MerchantWish {
  if (!wish.sellerId || !/^2088\d{12}$/.test(wish.sellerId)) problems['sellerId'] = '16 digits from 2088 on'
  const secret = readPrivateKey(wish.secret)
  const alipayPublicKey = readPublicKey(wish.alipayPublicKey ?? '')
  if (!secret) problems['secret'] = "the app's RSA private key"
  if (!alipayPublicKey) problems['alipayPublicKey'] = "Alipay's RSA public key"
  // Alipay's page shows both keys side by side. With the wrong one every answer would look forged.
  else if (secret && alipayPublicKey === asPublic(createPublicKey(secret)))
    problems['alipayPublicKey'] = "Alipay's public key, and not the app's own"
  return { ...wish, secret: secret ?? '', alipayPublicKey, channels: ['alipay'], epayKeyPrefix: '' }
}

function checkEpay(wish: MerchantWish, problems: Record<string, string>): MerchantWish {
  if (wish.secret.trim().length < 8) problems['secret'] = "the merchant's key"
  if (wish.channels.length === 0) problems['channels'] = 'alipay, wxpay, qqpay'
  return { ...wish, secret: wish.secret.trim(), sellerId: null, alipayPublicKey: null }
}

/** Accepts PEM or bare base64, PKCS#8 or PKCS#1; returns the form that the SDK needs. */
function readPrivateKey(text: string): string | null {
  const key = bytesOf(text)
  const found = firstOf(['pkcs8', 'pkcs1'] as const, (type) => createPrivateKey({ key, format: 'der', type }))
  return found && found.export({ format: 'pem', type: 'pkcs8' }).toString().trim()
}

/** Refuses a private key: Node would silently take its public half. */
function readPublicKey(text: string): string | null {
  if (readPrivateKey(text)) return null
  const key = bytesOf(text)
  const found = firstOf(['spki', 'pkcs1'] as const, (type) => createPublicKey({ key, format: 'der', type }))
  return found && asPublic(found)
}

const asPublic = (key: KeyObject) => key.export({ format: 'pem', type: 'spki' }).toString().trim()

function bytesOf(text: string): Buffer {
  return Buffer.from(text.replaceAll(/-----[^-]+-----/g, '').replaceAll(/\s/g, ''), 'base64')
}

function firstOf<T>(types: readonly T[], read: (type: T) => KeyObject): KeyObject | null {
  for (const type of types) {
    try {
      const key = read(type)
      if (key.asymmetricKeyType === 'rsa') return key
    } catch {
      continue
    }
  }
  return null
}
