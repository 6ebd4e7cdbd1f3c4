import type { Config } from '../../../config.ts'
import { seal, unseal } from '../../../platform/crypto.ts'

const PURPOSE = 'monitor-totp'

export function sealMonitorSecret(config: Config, monitorId: number, secret: string): Buffer {
  return seal(config.secretKey, PURPOSE, String(monitorId), secret)
}

export function unsealMonitorSecret(config: Config, monitorId: number, sealed: Buffer): string {
  return unseal(config, PURPOSE, String(monitorId), sealed)
}
