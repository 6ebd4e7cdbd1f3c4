import { digits } from '../digits.ts'
import { makeRsaPair } from '../rsa-pair.ts'

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
