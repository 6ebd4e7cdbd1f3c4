import type { Language } from '../../../contract/languages.ts'
import type { LineNode } from '../../../contract/lines.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { nodeHealth } from './node-state.ts'
import { findListedNodes, loadSpeedMode, type ListedNode } from './queries.ts'
import { sortNodes } from './sort-nodes.ts'

export function findNodes(ctx: Ctx<'user'>): Promise<LineNode[]> {
  return findNodesOf(ctx, ctx.owner)
}

export async function findNodesOf(ctx: Pick<Ctx, 'db' | 'now' | 'language'>, owner: Owner): Promise<LineNode[]> {
  const nodes = await findListedNodes(ctx.db, owner)
  return sortNodes(
    nodes.map((node) => toLineNode(node, ctx)),
    await loadSpeedMode(ctx.db, owner),
  )
}

function toLineNode(node: ListedNode, { now, language }: { now: Date; language: Language }): LineNode {
  const { id, region, protocol, ratePercent, suits, lineId, lineCount, capacity } = node
  return {
    id,
    name: inLanguage(node.name, node.names, language),
    region,
    protocol,
    ...nodeHealth(node, now),
    loadPercent: Math.min(100, Math.floor((lineCount * 100) / capacity)),
    isFull: lineCount >= capacity,
    ratePercent,
    suits,
    isRecommended: false,
    enforcesSpeed: node.connection === 'uniproxy',
    probeUrl: probeUrl(node),
    lineId,
  }
}

type ProbeSettings = { security?: string; allowInsecure?: boolean; sni?: string; relayAddress?: string }

/**
 * A browser can only time a node that answers TLS under its own name, and not through a relay. Nodes of the sandbox are made up: nothing answers
 * there.
 */
function probeUrl({ address, port, protocol, settings, isDemo }: ListedNode): string | null {
  const { security, allowInsecure, sni, relayAddress } = settings as ProbeSettings
  const isTls = protocol === 'trojan' || security === 'tls'
  const isNamed = /^[^:]*[a-z]$/i.test(address) && (sni ?? address) === address
  return isTls && isNamed && !allowInsecure && !relayAddress && !isDemo ? `https://${address}:${port}/` : null
}
