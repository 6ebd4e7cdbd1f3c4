import { maskName } from '../../../../contract/mask.ts'
import type { TrafficRank } from '../../../../contract/traffic.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Days } from '../../../platform/text/business-day.ts'
import { daysOf, type TrafficRange } from '../range.ts'
import { findUsage } from '../usage-queries.ts'
import { countAbove, findNames, loadRank, type Rank } from './queries.ts'

const TOP = 50

/** Places are as of `rankedAt`; the user's own bytes are as of now. */
export async function getRank(ctx: Ctx<'user'>, { range }: { range: TrafficRange }): Promise<TrafficRank> {
  const days = daysOf(range, ctx.now, ctx.config.businessTz)
  const rank = await loadRank(ctx.db, ctx.resellerId, range, days)
  const top = rank ? await nameTop(ctx, rank) : []
  return {
    top,
    me: await placeOf(ctx, range, days, top),
    users: rank?.users ?? 0,
    rankedAt: rank?.rankedAt.toISOString() ?? null,
  }
}

async function nameTop(ctx: Ctx<'user'>, rank: Rank): Promise<TrafficRank['top']> {
  const accountIds = rank.topAccounts.slice(0, TOP)
  const names = new Map((await findNames(ctx.db, ctx.resellerId, accountIds)).map(({ id, userName }) => [id, userName]))
  return accountIds.flatMap((accountId, index) => {
    const userName = names.get(accountId)
    if (userName === undefined) return []
    const bytes = rank.topBytes[index]!
    // Users with equal traffic share a place.
    const place = rank.topBytes.indexOf(bytes) + 1
    return [{ place, nameMasked: maskName(userName), bytes, isMe: accountId === ctx.actor.accountId }]
  })
}

/**
 * For a user on the list, the place that the list shows. A user who has overtaken somebody since then stays below the
 * list until the next ranking.
 */
async function placeOf(
  ctx: Ctx<'user'>,
  range: TrafficRange,
  days: Days,
  top: TrafficRank['top'],
): Promise<TrafficRank['me']> {
  const listed = top.find(({ isMe }) => isMe)
  if (listed) return { place: listed.place, bytes: listed.bytes }
  const own = await findUsage(ctx.db, ctx.owner, days, { unit: 'day', timeZone: ctx.config.businessTz })
  const bytes = own.reduce((sum, { upBytes, downBytes }) => sum + upBytes + downBytes, 0)
  if (bytes === 0) return null
  const above = await countAbove(ctx.db, ctx.resellerId, range, bytes)
  return { place: Math.max(above, top.length) + 1, bytes }
}
