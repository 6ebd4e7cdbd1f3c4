import type { Language } from '../../../contract/languages.ts'
import { maskName } from '../../../contract/mask.ts'
import type { TrafficRank } from '../../../contract/traffic.ts'
import type { Ctx } from '../../platform/context.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { countAbove, findBegins, findNames, findOwnBytes, loadRank, type OwnBytes, type Rank } from './rank-queries.ts'
import { daysOf, type RankRange } from './rank-range.ts'

const TOP = 50

/** Places are as of `rankedAt`; the user's own bytes are as of now. */
export async function getRank(ctx: Ctx<'user'>, input: { range: RankRange }): Promise<TrafficRank> {
  const { db, now, resellerId } = ctx
  const timeZone = ctx.config.businessTz
  const owner = { resellerId, accountId: ctx.actor.accountId }
  const days = daysOf(input.range, now, timeZone)
  const by = { unit: input.range === 'today' ? ('hour' as const) : ('day' as const), timeZone }
  const own = await findOwnBytes(db, owner, days, by)
  const rank = await loadRank(db, resellerId, input.range, days)
  const top = rank ? await nameTop(ctx, rank) : []
  return {
    top,
    me: await placeOf(ctx, input.range, own, top),
    users: rank?.users ?? 0,
    nodes: nodesOf(own, ctx.language),
    points: pointsOf(own, await findBegins(db, days, by, now)),
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
  range: RankRange,
  own: readonly OwnBytes[],
  top: TrafficRank['top'],
): Promise<TrafficRank['me']> {
  const listed = top.find(({ isMe }) => isMe)
  if (listed) return { place: listed.place, bytes: listed.bytes }
  const bytes = sumOf(own)
  if (bytes === 0) return null
  const above = await countAbove(ctx.db, ctx.resellerId, range, bytes)
  return { place: Math.max(above, top.length) + 1, bytes }
}

function nodesOf(own: readonly OwnBytes[], language: Language): TrafficRank['nodes'] {
  return [...Map.groupBy(own, ({ nodeId }) => nodeId)]
    .map(([nodeId, rows]) => {
      const { name, names, region } = rows[0]!
      return { nodeId, name: inLanguage(name, names, language), region, bytes: sumOf(rows) }
    })
    .sort((a, b) => b.bytes - a.bytes || a.nodeId - b.nodeId)
}

function pointsOf(own: readonly OwnBytes[], begins: readonly Date[]): TrafficRank['points'] {
  const byTime = Map.groupBy(own, ({ at }) => at.getTime())
  return begins.map((at) => {
    const rows = byTime.get(at.getTime()) ?? []
    const upBytes = rows.reduce((sum, row) => sum + row.upBytes, 0)
    const downBytes = rows.reduce((sum, row) => sum + row.downBytes, 0)
    return { at: at.toISOString(), upBytes, downBytes }
  })
}

function sumOf(rows: readonly OwnBytes[]): number {
  return rows.reduce((sum, { upBytes, downBytes }) => sum + upBytes + downBytes, 0)
}
