import type { MonitorNode } from '../../../../contract/monitor-figures.ts'
import type { Config } from '../../../config.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { withOwnRules } from '../../alerts/alert-rules.ts'
import { findNodes, type Node, type NodeReport } from '../../nodes/load-node.ts'
import { watchedState } from '../../nodes/watched-state.ts'
import { countLines, findOnline, type Scope } from './queries.ts'

type Figures = { nodes: MonitorNode[]; onlineUsers: number }

/** Shows the load of the whole node; counts users and lines only for the reseller in view. */
export async function findNodeFigures(db: Db | Tx, config: Config, scope: Scope): Promise<Figures> {
  const nodes = await findNodes({ db }, { resellerId: scope.resellerId })
  const own = await withOwnRules(db, config)
  const online = new Map((await findOnline(db, scope)).map(({ nodeId, users }) => [nodeId, users]))
  const lines = new Map((await countLines(db, scope)).map((row) => [row.nodeId, row.lines]))
  const all = scope.resellerId === null
  return {
    nodes: nodes.map((node) => {
      const { told, ...figures } = toMonitorNode(node, own, scope.now)
      const counted = online.get(node.id) ?? 0
      // A foreign agent reports a count without addresses.
      return { ...figures, onlineUsers: all ? Math.max(told, counted) : counted, lines: lines.get(node.id) ?? 0 }
    }),
    onlineUsers: online.get(null) ?? 0,
  }
}

function toMonitorNode(node: Node & NodeReport, config: Config, now: Date) {
  const state = watchedState(node, now, config.alerts)
  const isHeard = state !== 'silent' && state !== 'new'
  return {
    id: node.id,
    name: node.name,
    region: node.region,
    resellerId: node.resellerId,
    state,
    inMaintenance: node.inMaintenance,
    seenAt: node.seenAt?.toISOString() ?? null,
    connection: node.connection,
    agentVersion: node.agentVersion ?? '',
    // The last report of a silent node is not its present state.
    cpuPercent: isHeard ? node.cpuPercent : null,
    memoryPercent: isHeard ? node.memoryPercent : null,
    told: isHeard ? (node.onlineUsers ?? 0) : 0,
    connections: isHeard ? (node.connections ?? 0) : 0,
    upBps: isHeard ? (node.upBps ?? 0) : 0,
    downBps: isHeard ? (node.downBps ?? 0) : 0,
    capacity: node.capacity,
  }
}
