import { DAY_MS } from '../../../contract/durations.ts'
import type { StatusReport } from '../../../contract/status.ts'
import type { Config } from '../../config.ts'
import type { Ctx } from '../../platform/context.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { nodeHealth } from '../lines/node-state.ts'
import { findNodes, type Node, type NodeReport } from '../nodes/load-node.ts'
import { findWindows } from '../nodes/windows.ts'
import { findIncidents, findNodeDays, type NodeDay } from './queries.ts'
import { lastDays, uptimeOf, type Minutes } from './uptime.ts'

const DAYS = 90
const INCIDENTS = 50
/** Visitors may reload often; a hundred of them still cost one read per this time. */
const KEPT_MS = 5_000
const KEPT_REPORTS = 200

type StatusCtx = Pick<Ctx, 'db' | 'now' | 'language'> & { config: Config }
type Kept = { at: number; report: Promise<StatusReport> }
const kept = new WeakMap<object, Map<string, Kept>>()

/** Worked out once for all who ask about the same reseller in the same language. */
export function getStatus(ctx: StatusCtx, { dailiKey = 0 }: { dailiKey?: number }): Promise<StatusReport> {
  const reports = kept.get(ctx.db) ?? new Map<string, Kept>()
  kept.set(ctx.db, reports)
  const name = `${dailiKey} ${ctx.language}`
  const known = reports.get(name)
  const now = ctx.now.getTime()
  if (known && Math.abs(now - known.at) < KEPT_MS) return known.report
  // Bounds the memory: anybody may ask for any reseller number.
  if (reports.size >= KEPT_REPORTS) reports.clear()
  const report = readStatus(ctx, dailiKey)
  reports.set(name, { at: now, report })
  report.catch(() => reports.delete(name))
  return report
}

type StatusNode = StatusReport['regions'][number]['nodes'][number]

async function readStatus(ctx: StatusCtx, resellerId: number): Promise<StatusReport> {
  const { db, now } = ctx
  // A node that never reported is not in service yet.
  const nodes = (await findNodes(ctx, { resellerId })).filter(({ seenAt }) => seenAt !== null)
  const ids = nodes.map(({ id }) => id)
  const days = lastDays(now, ctx.config.businessTz, DAYS)
  const firstDay = days[0]!
  const recorded = Map.groupBy(await findNodeDays(db, ids, firstDay), ({ nodeId }) => nodeId)
  const incidents = await findIncidents(db, ids, new Date(now.getTime() - DAYS * DAY_MS), INCIDENTS)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const planned = (await findWindows(db, now)).filter(
    ({ nodeId, endedAt, cancelledAt }) => byId.has(nodeId) && !endedAt && !cancelledAt,
  )
  const regions = [...Map.groupBy(nodes, ({ region }) => region)].map(([region, members]) => {
    const shown = members.map((node) => toStatusNode(node, ctx, days, recorded.get(node.id) ?? []))
    const all = members.flatMap(({ id }) => recorded.get(id) ?? [])
    return { region, state: stateOf(shown), ...toUptime(all, days), nodes: shown }
  })
  return {
    at: now.toISOString(),
    state: stateOf(regions.flatMap((region) => region.nodes)),
    firstDay,
    regions,
    planned: planned.map(({ nodeId, region, startsAt, endsAt, note }) => ({
      nodeName: nameOf(byId.get(nodeId)!, ctx),
      region,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      note,
    })),
    incidents: incidents.map(({ kind, nodeId, startedAt, endedAt }) => ({
      kind,
      nodeName: nameOf(byId.get(nodeId)!, ctx),
      region: byId.get(nodeId)!.region,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
  }
}

function toStatusNode(node: Node & NodeReport, ctx: StatusCtx, days: string[], recorded: NodeDay[]): StatusNode {
  return { name: nameOf(node, ctx), ...nodeHealth(node, ctx.now), ...toUptime(recorded, days) }
}

function nameOf({ name, names }: Node, { language }: StatusCtx): string {
  return inLanguage(name, names, language)
}

function toUptime(recorded: readonly NodeDay[], days: readonly string[]) {
  const byDay = new Map<string, Minutes>()
  for (const { day, upMinutes, downMinutes } of recorded) {
    const sum = byDay.get(day) ?? { upMinutes: 0, downMinutes: 0 }
    byDay.set(day, { upMinutes: sum.upMinutes + upMinutes, downMinutes: sum.downMinutes + downMinutes })
  }
  return {
    uptimePercent: uptimeOf([...byDay.values()]),
    days: days.map((day) => uptimeOf(byDay.has(day) ? [byDay.get(day)!] : [])),
  }
}

/** Maintenance is no failure, but not everything is fine either. */
function stateOf(nodes: readonly StatusNode[]): StatusReport['state'] {
  const serving = nodes.filter(({ state }) => state !== 'maintenance')
  const down = serving.filter(({ state }) => state === 'down').length
  if (down === 0) return serving.length < nodes.length ? 'maintenance' : 'up'
  return down === serving.length ? 'down' : 'partial'
}
