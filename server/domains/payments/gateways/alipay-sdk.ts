import type { AlipaySdk } from 'alipay-sdk'

import type { OpenMerchant } from '../merchants/merchant.ts'

/** The official SDK for one merchant. Imported on first use: it takes 1.1 s, and most processes start without it. */
export async function openAlipaySdk(merchant: OpenMerchant, timeoutMs: number, gateway: string): Promise<AlipaySdk> {
  const sdk = await import('alipay-sdk')
  return new sdk.AlipaySdk({
    appId: merchant.appId,
    privateKey: merchant.secret,
    keyType: 'PKCS8',
    alipayPublicKey: merchant.alipayPublicKey ?? '',
    gateway,
    timeout: timeoutMs,
  })
}
