import type { Db } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { type Node, loadUniproxyNode } from '../nodes/load-node.ts'
import { nodeSubject } from '../nodes/node-subject.ts'
import { loadOldNode } from '../nodes/old-keys.ts'

/** What an agent shows of itself with every call. */
export type Shown = { nodeId: number | null; token: string; type: string }

/**
 * What agents call our protocols, in any case. An agent that names none gets the node's protocol. `hysteria` is not among
 * them: agents mean its first version by that and would start it.
 */
const TYPES: Record<string, readonly Node['protocol'][]> = {
  vless: ['vless'],
  vmess: ['vmess'],
  v2ray: ['vmess', 'vless'],
  trojan: ['trojan'],
  shadowsocks: ['shadowsocks'],
  hysteria2: ['hysteria2'],
  tuic: ['tuic'],
  anytls: ['anytls'],
}
const NO_TYPES = new Set(['', 'v2node'])

export function readShown(fields: Record<string, unknown>): Shown {
  return {
    nodeId: readId(textOf(fields['node_id'])),
    token: textOf(fields['token']),
    type: textOf(fields['node_type']).toLowerCase(),
  }
}

/** Identifies an agent by node and token, ours or those that came with the node. All errors look the same from outside. */
export async function authenticate(db: Db, { nodeId, token, type }: Shown, now: Date): Promise<Node> {
  const node = nodeId && (await loadUniproxyNode(db, { nodeId, token }))
  if (node && suits(node.protocol, type)) return node
  // Another panel's key names the type by which that panel knew the node.
  const moved = nodeId && !node ? await loadOldNode(db, { token, nodeType: type, oldNodeId: nodeId }) : null
  if (moved) return moved
  const detail = { why: node ? 'type' : 'token' }
  // Only a caller with the node's token raises an alert for the node: the node's id is no secret.
  const alert = {
    resellerId: null,
    kind: 'node.refused' as const,
    subject: node ? nodeSubject(node.id) : 'node:unknown',
  }
  await raiseAlert(db, { ...alert, detail }, now)
  return fail('node.refused')
}

export function suits(protocol: Node['protocol'], type: string): boolean {
  return NO_TYPES.has(type) || (Object.hasOwn(TYPES, type) && TYPES[type]!.includes(protocol))
}

function readId(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : null
}

/** A parameter given twice is a list, and never a valid token. In a body the node is a number. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
