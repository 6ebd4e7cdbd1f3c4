import { isUdpOnly, needsXray } from '../../../../contract/node-engines.ts'
import type { LookedNode } from './queries.ts'

/** An agent that has not asked for longer is away. */
const AWAY_MS = 3 * 60_000

/**
 * The node that looks at this one; null when none can. It stands elsewhere and, if possible, has an engine that is a client
 * of this protocol. After a failure the next one looks, so that no single machine can call a node down where there are more.
 */
export function chooseLooker(node: LookedNode, nodes: readonly LookedNode[], now: Date): LookedNode | null {
  const others = nodes.filter(({ id, resellerId, address, looksAskedAt }) => {
    // Where a reseller's own node stands is told only to its own nodes.
    if (node.resellerId !== null && node.resellerId !== resellerId) return false
    const isThere = looksAskedAt !== null && now.getTime() - looksAskedAt.getTime() < AWAY_MS
    return isThere && id !== node.id && address.toLowerCase() !== node.address.toLowerCase()
  })
  const able = others.filter(({ lookEngines }) => speaks(lookEngines.split(' '), node))
  const lookers = able.length > 0 ? able : isUdpOnly(node) ? [] : others
  return lookers[(node.id + node.lookFailures) % lookers.length] ?? null
}

function speaks(engines: readonly string[], { protocol, settings, hasProbe }: LookedNode): boolean {
  if (!hasProbe) return false
  if (engines.includes('xray')) return true
  return (
    engines.includes('v2ray') &&
    protocol !== 'hysteria2' &&
    !needsXray({ settings: settings as Record<string, unknown> })
  )
}
