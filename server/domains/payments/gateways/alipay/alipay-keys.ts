import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

import type { MerchantKeys } from '../../../../../contract/providers.ts'
import type { Merchant } from '../../merchants/merchant.ts'
import type { Problems, StoredKeys } from '../provider.ts'

/** Checks the keys now; otherwise the first buyer would find the unreadable one. */
export function checkAlipay(typed: MerchantKeys, problems: Problems, kept: Merchant | null): StoredKeys {
  const sellerId = typed.sellerId ?? kept?.sellerId ?? ''
  if (!/^2088\d{12}$/.test(sellerId)) problems['sellerId'] = '16 digits from 2088 on'
  const secret = readPrivateKey(typed.secret ?? '')
  const alipayPublicKey = readPublicKey(typed.alipayPublicKey ?? kept?.alipayPublicKey ?? '')
  if (!secret) problems['secret'] = "the app's RSA private key"
  if (!alipayPublicKey) problems['alipayPublicKey'] = "Alipay's RSA public key"
  // Alipay's page shows both keys side by side. With the wrong one every answer would look forged.
  else if (secret && alipayPublicKey === asPublic(createPublicKey(secret)))
    problems['alipayPublicKey'] = "Alipay's public key, and not the app's own"
  return { secret: secret ?? '', sellerId, alipayPublicKey }
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
