import type { Config } from '../../config.ts'
import { seal, unseal } from '../../platform/secrets/crypto.ts'

const PURPOSE = 'staff-totp'

export function sealStaffSecret(config: Config, staffId: number, secret: string): Buffer {
  return seal(config.secretKey, PURPOSE, String(staffId), secret)
}

export function unsealStaffSecret(config: Config, staffId: number, sealed: Buffer): string {
  return unseal(config, PURPOSE, String(staffId), sealed)
}
