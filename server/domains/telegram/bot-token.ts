import type { Config } from '../../config.ts'
import { hmac, seal, unseal } from '../../platform/secrets/crypto.ts'

const PURPOSE = 'telegram'

export function sealToken(config: Config, botId: string, token: string): Buffer {
  return seal(config.secretKey, PURPOSE, botId, token)
}

export function openToken(config: Config, bot: { id: string; sealedToken: Buffer }): string {
  return unseal(config, PURPOSE, bot.id, bot.sealedToken)
}

/** What Telegram sends back with each update. Derived, so that every process knows it without a row. */
export function webhookSecret(config: Config, botId: string): string {
  return hmac(config.derivingKey, 'telegram-webhook', botId).toString('base64url')
}
