import type { Config } from '../../../config.ts'
import type { Ctx, Owner } from '../../../platform/context.ts'
import { hmac, sha256 } from '../../../platform/crypto.ts'
import { resellerLinks } from '../../resellers/reseller-by-host.ts'
import { insertLink, loadGeneration } from './queries.ts'

const FIRST_GENERATION = 1

/** The address can be shown again at any time, though the database knows only its hash; a new count makes a new one. */
export function feedToken(config: Pick<Config, 'derivingKey'>, owner: Owner, generation: number): string {
  const text = `${owner.resellerId}:${owner.accountId}:${generation}`
  return hmac(config.derivingKey, 'subscription', text).toString('base64url')
}

export function hashFeedToken(token: string): Buffer {
  return sha256(token)
}

/** The address of a user's feed; the first look at it makes it known. */
export async function getFeedUrl(ctx: Pick<Ctx, 'db' | 'config'>, owner: Owner): Promise<string> {
  const known = await loadGeneration(ctx.db, owner)
  const generation = known ?? FIRST_GENERATION
  const token = feedToken(ctx.config, owner, generation)
  if (known === null) await insertLink(ctx.db, owner, generation, hashFeedToken(token))
  const link = await resellerLinks(ctx, owner.resellerId)
  return link(`/sub/${token}`)
}
