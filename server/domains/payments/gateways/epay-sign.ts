import { createHash } from 'node:crypto'

import { equalBytes } from '../../../platform/crypto.ts'

type EpayKey = { secret: string; epayKeyPrefix: string }

/** EPay V1's MD5: sorted, without sign, sign_type and empty values, the key behind. Weak, so it is never the only check. */
export function signEpay(fields: Record<string, string>, { secret, epayKeyPrefix }: EpayKey): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'sign' && name !== 'sign_type' && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
  return createHash('md5').update(`${text}${epayKeyPrefix}${secret}`).digest('hex')
}

export function isSignedEpay(fields: Record<string, string>, key: EpayKey): boolean {
  const given = Buffer.from((fields['sign'] ?? '').toLowerCase())
  return equalBytes(given, Buffer.from(signEpay(fields, key)))
}
