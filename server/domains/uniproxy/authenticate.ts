import type { Db } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { type Node, loadUniproxyNode } from '../nodes/load-node.ts'
import { nodeSubject } from '../nodes/node-subject.ts'

/** What agents call our protocols, in any case. An agent that names none gets the node's protocol. */
const TYPES: Record<string, readonly Node['protocol'][]> = {
  vless: ['vless'],
  vmess: ['vmess'],
  v2ray: ['vmess', 'vless'],
  trojan: ['trojan'],
  shadowsocks: ['shadowsocks'],
  hysteria: ['hysteria2'],
  hysteria2: ['hysteria2'],
  tuic: ['tuic'],
  anytls: ['anytls'],
}
const NO_TYPES = new Set(['', 'v2node'])

/** Identifies an agent by node and token in its query. All errors look the same from outside. */
export async function authenticate(db: Db, query: Record<string, unknown>, now: Date): Promise<Node> {
  const nodeId = readId(textOf(query['node_id']))
  const node = nodeId && (await loadUniproxyNode(db, { nodeId, token: textOf(query['token']) }))
  if (node && suits(node, textOf(query['node_type']))) return node
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

function suits({ protocol }: Node, type: string): boolean {
  const name = type.toLowerCase()
  return NO_TYPES.has(name) || (Object.hasOwn(TYPES, name) && TYPES[name]!.includes(protocol))
}

function readId(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : null
}

/** A parameter given twice is a list, and never a valid token. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
