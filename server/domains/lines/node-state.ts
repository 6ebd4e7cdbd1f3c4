import { limits } from '../../../contract/limits.ts'
import type { LineNode } from '../../../contract/lines.ts'
import type { NodeRow } from './queries.ts'

type Seen = Pick<NodeRow, 'inMaintenance' | 'connection' | 'seenAt' | 'engine'>

/** What a user is told of a node: one under maintenance may well run, and yet takes nobody. */
export function nodeState(node: Seen, now: Date): LineNode['state'] {
  if (node.inMaintenance) return 'maintenance'
  return isUp(node, now) ? 'up' : 'down'
}

/** It spoke lately and its engine runs. A foreign agent says nothing of its engine. */
function isUp({ connection, seenAt, engine }: Seen, now: Date): boolean {
  const silentMs = connection === 'agent' ? limits.nodeSilentMs : limits.foreignNodeSilentMs
  const isHeard = seenAt !== null && now.getTime() - seenAt.getTime() <= silentMs
  return isHeard && (engine === 'running' || (connection === 'uniproxy' && engine === 'unknown'))
}
