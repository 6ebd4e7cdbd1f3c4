import type { NodeSetup } from '../../../contract/node-api.ts'
import { engineOf, hasOwnPorts } from '../../../contract/node-engines.ts'
import type { Config } from '../../config.ts'
import { hmac } from '../../platform/secrets/crypto.ts'

type Of = { id: number; connection: string; protocol: string; settings: unknown; settingsRevision: number }

/**
 * The user with which other nodes test whether this one carries bytes: it reaches only the portal. Null where the engine cannot
 * hold one user to one place, or would need a port for it. Its credential is known to this node and to those that look.
 */
export function probeOf(config: Pick<Config, 'secretKey' | 'publicUrl'>, node: Of): NodeSetup['probe'] | null {
  const described = { protocol: node.protocol, settings: node.settings as Record<string, unknown> }
  const engine = engineOf(described)
  if (node.connection !== 'agent' || (engine !== 'v2ray' && engine !== 'xray') || hasOwnPorts(described)) return null
  const url = new URL(config.publicUrl)
  const place = `${url.hostname}:${url.port || (url.protocol === 'http:' ? '80' : '443')}`
  return { credential: toUuid(hmac(config.secretKey, 'node_probe', `${node.id}.${node.settingsRevision}`)), place }
}

function toUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return parts.join('-')
}
