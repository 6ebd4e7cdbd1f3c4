import type { Config } from '../../config.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { hmac, sha256 } from '../../platform/secrets/crypto.ts'
import { resellerLinks } from '../resellers/reseller-by-host.ts'
import { insertLink, loadGeneration } from './queries.ts'

export const FIRST_GENERATION = 1

/**
 * Derives the token, so the address can be shown again although the database has only its hash. A new generation makes
 * a new token.
 */
export function feedToken(config: Pick<Config, 'derivingKey'>, owner: Owner, generation: number): string {
  const text = `${owner.resellerId}:${owner.accountId}:${generation}`
  return hmac(config.derivingKey, 'subscription', text).toString('base64url')
}

/** The token of a device that has an address of its own. */
export function deviceToken(config: Pick<Config, 'derivingKey'>, owner: Owner, deviceId: number): string {
  const text = `${owner.resellerId}:${owner.accountId}:device:${deviceId}`
  return hmac(config.derivingKey, 'subscription', text).toString('base64url')
}

export function hashFeedToken(token: string): Buffer {
  return sha256(token)
}

/** Returns the address of a user's feed. The first call stores its hash. */
export async function getFeedUrl(ctx: Pick<Ctx, 'db' | 'config'>, owner: Owner): Promise<string> {
  const known = await loadGeneration(ctx.db, owner)
  const generation = known ?? FIRST_GENERATION
  const token = feedToken(ctx.config, owner, generation)
  if (known === null) await insertLink(ctx.db, owner, generation, hashFeedToken(token))
  const link = await resellerLinks(ctx, owner.resellerId)
  return link(`/sub/${token}`)
}
