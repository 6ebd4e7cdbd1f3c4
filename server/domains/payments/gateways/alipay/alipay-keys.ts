import { createPublicKey } from 'node:crypto'

import type { MerchantKeys } from '../../../../../contract/providers.ts'
import type { Merchant } from '../../merchants/merchant.ts'
import type { Problems, StoredKeys } from '../provider.ts'
import { asPublic, readPrivateKey, readPublicKey } from '../read-rsa.ts'

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
