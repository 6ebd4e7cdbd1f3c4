import type { Selectable } from 'kysely'

import { limits } from '../../../contract/limits.ts'
import type { LineNode } from '../../../contract/lines.ts'
import type { Nodes, NodeStates } from '../../platform/db/db-types.ts'

/** `seenAt` and `engine` are null before the node's first report. */
export type SeenNode = Pick<Selectable<Nodes>, 'connection' | 'inMaintenance'> & {
  seenAt: Date | null
  engine: Selectable<NodeStates>['engine'] | null
}

/** The state shown to users, and to the staff who help them. A node under maintenance may run, but takes no new lines. */
export function nodeState(node: SeenNode, now: Date): LineNode['state'] {
  if (node.inMaintenance) return 'maintenance'
  return isUp(node, now) ? 'up' : 'down'
}

/** True if the node reported recently and its engine runs. A foreign agent does not report its engine. */
function isUp({ connection, seenAt, engine }: SeenNode, now: Date): boolean {
  const silentMs = connection === 'agent' ? limits.nodeSilentMs : limits.foreignNodeSilentMs
  const isHeard = seenAt !== null && now.getTime() - seenAt.getTime() <= silentMs
  return isHeard && (engine === 'running' || (connection === 'uniproxy' && engine === 'unknown'))
}
