import { limits } from '../../../contract/limits.ts'
import type { LineNode } from '../../../contract/lines.ts'
import type { NodeRow } from './queries.ts'

type Seen = Pick<NodeRow, 'inMaintenance' | 'connection' | 'seenAt' | 'engine'>

/** The state shown to users. A node under maintenance may run, but takes no new lines. */
export function nodeState(node: Seen, now: Date): LineNode['state'] {
  if (node.inMaintenance) return 'maintenance'
  return isUp(node, now) ? 'up' : 'down'
}

/** True if the node reported recently and its engine runs. A foreign agent does not report its engine. */
function isUp({ connection, seenAt, engine }: Seen, now: Date): boolean {
  const silentMs = connection === 'agent' ? limits.nodeSilentMs : limits.foreignNodeSilentMs
  const isHeard = seenAt !== null && now.getTime() - seenAt.getTime() <= silentMs
  return isHeard && (engine === 'running' || (connection === 'uniproxy' && engine === 'unknown'))
}
