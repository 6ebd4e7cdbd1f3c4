import type { NodeSetup } from '../../../contract/node-api.ts'
import type { Ctx } from '../../platform/context.ts'
import { loadNodeSecrets } from './node-secrets.ts'
import { probeOf } from './probe-of.ts'
import type { Node } from './queries.ts'

/** What an agent may know about its node. */
export async function setupOf(ctx: Pick<Ctx, 'db' | 'config'>, node: Node): Promise<NodeSetup> {
  const { id: nodeId, name, protocol, port, settings, settingsRevision, speedMbps } = node
  const secrets = await loadNodeSecrets(ctx, nodeId)
  const probe = probeOf(ctx.config, node)
  const serverName = typeof settings['sni'] === 'string' ? settings['sni'] : node.address
  const described = { nodeId, name, protocol, port, settings, settingsRevision, speedMbps, serverName }
  return { ...described, ...(secrets ? { secrets } : {}), ...(probe ? { probe } : {}) }
}
