import type { NodeSetup } from '../../../contract/node-api.ts'
import type { Node } from './queries.ts'

/** What its agent may know of a node. */
export function setupOf(node: Node): NodeSetup {
  const { id: nodeId, name, protocol, port, settings, settingsRevision, speedMbps } = node
  return { nodeId, name, protocol, port, settings, settingsRevision, speedMbps }
}
