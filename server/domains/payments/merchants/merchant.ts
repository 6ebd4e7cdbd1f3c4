import type { Selectable } from 'kysely'

import type { Ctx } from '../../../platform/context.ts'
import { randomToken, seal, sha256, unseal } from '../../../platform/crypto.ts'
import type { Merchants } from '../../../platform/db-types.ts'

export type Merchant = Omit<Selectable<Merchants>, 'channels' | 'devices'> & {
  channels: PayChannel[]
  devices: ('pc' | 'wap' | 'qr')[]
}
export type PayChannel = 'alipay' | 'wxpay' | 'qqpay'
export type OpenMerchant = Merchant & { secret: string }
export type MerchantCtx = Pick<Ctx, 'config'>

const PURPOSE = 'merchant'

/** Who owns the money that arrives here. */
export function ownerOf({ resellerId }: Pick<Merchant, 'resellerId'>): 'platform' | 'reseller' {
  return resellerId === null ? 'platform' : 'reseller'
}

/** EPay does not number its refunds: asking twice may give the money back twice. */
export function canRepeatRefund({ provider }: Pick<Merchant, 'provider'>): boolean {
  return provider === 'alipay'
}

export function openMerchant({ config }: MerchantCtx, merchant: Merchant): OpenMerchant {
  return { ...merchant, secret: unseal(config, PURPOSE, merchant.id, merchant.sealedSecret) }
}

/** Sealed to its row: copied into another one it opens nothing. */
export function sealMerchantSecret({ config }: MerchantCtx, merchantId: string, secret: string): Buffer {
  return seal(config.secretKey, PURPOSE, merchantId, secret)
}

/** For a merchant id that a stranger wrote into an address. */
export function isMerchantId(text: string): boolean {
  return /^[a-z0-9]{12}$/.test(text)
}

export function newMerchantId(): string {
  return sha256(randomToken()).toString('hex').slice(0, 12)
}
