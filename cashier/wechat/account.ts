import { randomBytes } from 'node:crypto'

import { digits } from '../digits.ts'
import { makeRsaPair } from '../rsa-pair.ts'

/** A shop at WeChat Pay: a key pair of its own, WeChat's for it, and the key that seals notifies. */
export type WechatAccount = {
  wxAppId: string
  wxAppSecret: string
  mchId: string
  wxSerial: string
  wxMerchantKey: string
  wxMerchantPublicKey: string
  apiV3Key: string
  wxPublicKeyId: string
  wxPublicKey: string
  wxPlatformKey: string
}

export async function makeWechatAccount(): Promise<WechatAccount> {
  const [shop, gateway] = await Promise.all([makeRsaPair(), makeRsaPair()])
  return {
    wxAppId: `wx${randomBytes(8).toString('hex')}`,
    wxAppSecret: randomBytes(16).toString('hex'),
    mchId: `1${digits(9)}`,
    wxSerial: randomBytes(20).toString('hex').toUpperCase(),
    wxMerchantKey: shop.privateKey,
    wxMerchantPublicKey: shop.publicKey,
    apiV3Key: randomBytes(16).toString('hex'),
    wxPublicKeyId: `PUB_KEY_ID_${digits(32)}`,
    wxPublicKey: gateway.publicKey,
    wxPlatformKey: gateway.privateKey,
  }
}
