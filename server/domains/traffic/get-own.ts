import type { Language } from '../../../contract/languages.ts'
import type { OwnTraffic } from '../../../contract/traffic.ts'
import type { Ctx } from '../../platform/context.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { findBegins, findOwnBytes, type OwnBytes } from './own-queries.ts'
import { daysOf, type TrafficRange } from './range.ts'

/** By hour for today, else by day. */
export async function getOwn(ctx: Ctx<'user'>, { range }: { range: TrafficRange }): Promise<OwnTraffic> {
  const timeZone = ctx.config.businessTz
  const days = daysOf(range, ctx.now, timeZone)
  const by = { unit: range === 'today' ? ('hour' as const) : ('day' as const), timeZone }
  const own = await findOwnBytes(ctx.db, ctx.owner, days, by)
  return {
    nodes: nodesOf(own, ctx.language),
    points: pointsOf(own, await findBegins(ctx.db, days, by, ctx.now)),
  }
}

function nodesOf(own: readonly OwnBytes[], language: Language): OwnTraffic['nodes'] {
  return [...Map.groupBy(own, ({ nodeId }) => nodeId)]
    .map(([nodeId, rows]) => {
      const { name, names, region } = rows[0]!
      return { nodeId, name: inLanguage(name, names, language), region, bytes: sumOf(rows) }
    })
    .sort((a, b) => b.bytes - a.bytes || a.nodeId - b.nodeId)
}

function pointsOf(own: readonly OwnBytes[], begins: readonly Date[]): OwnTraffic['points'] {
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
