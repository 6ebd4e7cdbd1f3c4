import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { takeOne } from '../../platform/limits.ts'
import { lockLinkGeneration, saveLink } from './queries.ts'
import { getFeedUrl, hashFeedToken, feedToken } from './feed/load-link.ts'

const RESETS = { name: 'sub_reset', points: limits.feedResets, windowMs: limits.lineWindowMs }

/** The old address stops with the commit: only the hash of the newest is known. */
export async function resetFeed(ctx: Ctx<'user'>): Promise<{ subscriptionUrl: string }> {
  const { owner } = ctx
  await takeOne(ctx, RESETS, `${owner.resellerId}:${owner.accountId}`)
  return inTx(ctx, async (tx) => {
    // Whoever never looked at it has no row yet.
    await getFeedUrl(tx, owner)
    const generation = (await lockLinkGeneration(tx.db, owner)) + 1
    await saveLink(tx.db, owner, generation, hashFeedToken(feedToken(ctx.config, owner, generation)))
    return { subscriptionUrl: await getFeedUrl(tx, owner) }
  })
}
