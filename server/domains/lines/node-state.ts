import type { Selectable } from 'kysely'

import { limits } from '../../../contract/limits.ts'
import type { LineNode } from '../../../contract/lines.ts'
import type { Nodes } from '../../platform/db/db-types.ts'
import type { NodeReport } from '../nodes/load-node.ts'

/** All of its report is null before the node's first one. */
export type SeenNode = Pick<Selectable<Nodes>, 'connection' | 'inMaintenance'> &
  Pick<NodeReport, 'seenAt' | 'engine' | 'lookedAt' | 'lookWay' | 'lookMs' | 'lookFailures' | 'lookFault'>

/** The columns of a SeenNode, of nodes n and node_states t. */
export const SEEN = `n.connection, n.in_maintenance, t.seen_at, t.engine, t.looked_at, t.look_way, t.look_ms, t.look_failures,
  t.look_fault`

type Health = Pick<LineNode, 'state' | 'check' | 'reason'>

/**
 * How a node is, for users and the staff who help them: what it says of itself, and what a look from outside found. A node
 * under maintenance may run, but takes no new lines.
 */
export function nodeHealth(node: SeenNode, now: Date): Health {
  if (node.inMaintenance) return { state: 'maintenance', check: 'none', reason: null }
  const down = (reason: Health['reason']): Health => ({ state: 'down', check: 'none', reason })
  const { connection, seenAt, engine, lookedAt, lookFault } = node
  const silentMs = connection === 'agent' ? limits.nodeSilentMs : limits.foreignNodeSilentMs
  if (seenAt === null || now.getTime() - seenAt.getTime() > silentMs) return down('silent')
  // A foreign agent does not report its engine.
  if (engine !== 'running' && !(connection === 'uniproxy' && engine === 'unknown')) return down('engine')
  const isFresh = lookedAt !== null && now.getTime() - lookedAt.getTime() <= limits.nodeLookKeptMs
  // One failure may be the fault of the network it was looked at from. Others look again before users are told.
  if (isFresh && (node.lookFailures ?? 0) >= limits.nodeLookFailures) return down(lookFault)
  return { state: 'up', check: isFresh ? found(node) : 'none', reason: null }
}

export function nodeState(node: SeenNode, now: Date): LineNode['state'] {
  return nodeHealth(node, now).state
}

function found({ lookWay, lookMs }: SeenNode): LineNode['check'] {
  if (lookWay !== 'engine') return lookWay === null ? 'none' : 'port'
  return (lookMs ?? 0) > limits.nodeSlowMs ? 'slow' : 'good'
}
