import { Secret, TOTP } from 'otpauth'

import type { Config } from '../../config.ts'
import { seal, unseal } from '../../platform/secrets/crypto.ts'

// Every authenticator app understands these; several ignore other values in the address and then show wrong codes.
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** One step either way: a phone's clock is rarely off by more, and each step is one more code to guess. */
const WINDOW_STEPS = 1

export function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The content of the QR code. The issuer is the brand the user knows, not the platform behind it. */
export function totpUri(secret: string, label: { issuer: string; userName: string }): string {
  return new TOTP({ ...SHAPE, secret, issuer: label.issuer, label: label.userName }).toString()
}

/** The 30-second step the code belongs to; null if the code is not valid now. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = TOTP.validate({
    ...SHAPE,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp,
    window: WINDOW_STEPS,
  })
  return delta === null ? null : TOTP.counter({ period: SHAPE.period, timestamp }) + delta
}

export function sealTotpSecret(config: Config, accountId: number, secret: string): Buffer {
  return seal(config.secretKey, 'totp', String(accountId), secret)
}

export function unsealTotpSecret(config: Config, accountId: number, sealed: Buffer): string {
  return unseal(config, 'totp', String(accountId), sealed)
}
