import type { Network, NetworkNode } from '../../../../contract/console/network.ts'
import type { StaffCtx } from '../../../platform/context.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { nodeHealth } from '../../lines/node-state.ts'
import { loadOutage } from '../../nodes/outages.ts'
import { findWindows } from '../../nodes/windows.ts'
import { findNodeIncidents, findUptimes } from '../../status/node-history.ts'
import { findNetwork } from './queries.ts'
import { shownOutage } from './shown-outage.ts'

const UPTIME_DAYS = 30
const INCIDENT_DAYS = 90
const INCIDENTS = 30

/** The nodes as this reseller's users meet them. */
export async function showNetwork(ctx: StaffCtx): Promise<Answer<Network>> {
  const rows = await findNetwork(ctx.db, ctx.resellerId)
  const byId = new Map(rows.map((row) => [row.id, { ...row, name: inLanguage(row.name, row.names, ctx.language) }]))
  const ids = [...byId.keys()]
  const uptimes = await findUptimes(ctx, ids, UPTIME_DAYS)
  const incidents = await findNodeIncidents(ctx, ids, { days: INCIDENT_DAYS, limit: INCIDENTS })
  const windows = await findWindows(ctx.db, ctx.now)
  const since = new Map(incidents.flatMap(({ nodeId, startedAt, endedAt }) => (endedAt ? [] : [[nodeId, startedAt]])))
  const nodes = [...byId.values()].map((node): Answer<NetworkNode> => {
    const health = nodeHealth(node, ctx.now)
    return {
      id: node.id,
      name: node.name,
      region: node.region,
      ...health,
      isFull: node.placed >= node.capacity,
      loadPercent: Math.min(100, Math.floor((node.placed * 100) / node.capacity)),
      lines: node.lines,
      isSold: node.isSold,
      uptimePercent: uptimes.get(node.id) ?? null,
      since: health.state === 'up' ? null : (since.get(node.id) ?? null),
    }
  })
  const outage = await loadOutage(ctx.db, ctx.resellerId)
  return {
    outage: outage && shownOutage(outage, ctx.language),
    nodes: nodes.toSorted((a, b) => URGENCY[a.state] - URGENCY[b.state]),
    planned: windows.flatMap(({ nodeId, startsAt, endsAt, endedAt, cancelledAt, note }) => {
      const node = byId.get(nodeId)
      if (!node || endedAt || cancelledAt) return []
      const times = { startsAt, endsAt }
      return [{ nodeId, node: node.name, region: node.region, ...times, note, lines: node.lines }]
    }),
    incidents: incidents.map(({ kind, nodeId, startedAt, endedAt }) => ({
      kind,
      nodeId,
      node: byId.get(nodeId)!.name,
      region: byId.get(nodeId)!.region,
      startedAt,
      endedAt,
    })),
    operatorContact: ctx.config.operatorContact,
  }
}

const URGENCY: Record<NetworkNode['state'], number> = { down: 0, maintenance: 1, up: 2 }
