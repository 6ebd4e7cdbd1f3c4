import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

import { digits } from '../digits.ts'

/** A shop at Alipay, which has a separate key pair for every app. */
export type AlipayAccount = {
  appId: string
  sellerId: string
  /** The shop's key pair: the shop signs, the gateway checks. */
  appPrivateKey: string
  appPublicKey: string
  /** The gateway's key pair for this shop. */
  alipayPrivateKey: string
  alipayPublicKey: string
}

export async function makeAlipayAccount(): Promise<AlipayAccount> {
  const [shop, gateway] = await Promise.all([makeRsaPair(), makeRsaPair()])
  return {
    appId: `2021${digits(12)}`,
    sellerId: `2088${digits(12)}`,
    appPrivateKey: shop.privateKey,
    appPublicKey: shop.publicKey,
    alipayPrivateKey: gateway.privateKey,
    alipayPublicKey: gateway.publicKey,
  }
}

async function makeRsaPair(): Promise<{ privateKey: string; publicKey: string }> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  // Trim the last line break: the SDK takes an empty last line for a part of the key.
  return { privateKey: privateKey.trim(), publicKey: publicKey.trim() }
}
