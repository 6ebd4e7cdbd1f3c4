import type { NodeSetup } from '../../../contract/node-api.ts'
import type { Node } from './queries.ts'

/** What an agent may know about its node. */
export function setupOf(node: Node): NodeSetup {
  const { id: nodeId, name, protocol, port, settings, settingsRevision, speedMbps } = node
  return { nodeId, name, protocol, port, settings, settingsRevision, speedMbps }
}
