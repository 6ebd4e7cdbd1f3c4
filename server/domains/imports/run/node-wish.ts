import type { Protocol } from '../../../../contract/node-settings.ts'
import type { NodeWish } from '../../nodes/node-fields.ts'
import { mergeSecrets } from '../../nodes/node-secrets.ts'
import type { SourceNode } from '../neutral.ts'
import { regionOf } from '../panels/region-of.ts'

const NAME_MAX = 40
const CAPACITY_MIN = 1000
const CAPACITY_MAX = 100_000

/** `children`: what is only a further address of the node. */
type About = { resellerId: number; name: string; users: number; children: readonly SourceNode[] }

/** A node of another panel as ours: run by the agent that it has, for the users of this reseller alone. */
export function wishOf(node: SourceNode, { resellerId, name, users, children }: About): NodeWish {
  const clientPort = portOf(node)
  const port = node.serverPort ?? clientPort
  const isRelayed = clientPort !== port
  const relay = isRelayed ? { relayAddress: node.address, relayPort: clientPort } : {}
  const others = children.map((child) => (portOf(child) === port ? child.address : `${child.address}:${portOf(child)}`))
  const addresses = [...new Set(others)].filter((address) => address !== node.address).join(',')
  return {
    resellerId,
    name,
    names: {},
    region: regionOf(node.name),
    address: node.address,
    port,
    protocol: node.protocol as Protocol,
    connection: 'uniproxy',
    ratePercent: node.ratePercent ?? 100,
    capacity: Math.min(Math.max(users * 2, CAPACITY_MIN), CAPACITY_MAX),
    speedMbps: 1000,
    suits: [],
    settings: { ...node.settings, ...relay, ...(addresses === '' ? {} : { addresses }) },
    secrets: mergeSecrets(
      null,
      { realityPrivateKey: node.realityPrivateKey, decryption: node.decryption },
      node.settings,
    ),
  }
}

/** Where clients connect; of a range the first. */
function portOf({ port }: SourceNode): number {
  return Number(port.split(/[-,]/)[0])
}

/**
 * Children of one agent, and nodes behind one relay, may listen on the same port of machines that only a relay knows: such
 * a node has a name of its own that leads nowhere, and clients get its place. `key`: of no other node of this installation.
 */
export function behindRelay(wish: NodeWish, key: string): NodeWish {
  const { address, settings, port, protocol } = wish
  const relayed = 'relayAddress' in settings ? settings : { ...settings, relayAddress: address, relayPort: port }
  const named = protocol === 'shadowsocks' || 'sni' in relayed ? relayed : { ...relayed, sni: address }
  const { addresses: _none, ...own } = named as Record<string, unknown>
  return { ...wish, address: `${key.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.relayed.invalid`, settings: own }
}

export function plainName({ name, key }: SourceNode): string {
  const plain = [...name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, NAME_MAX).join('').trim()
  return plain === '' ? `node ${key}`.slice(0, NAME_MAX) : plain
}

export function freeNodeName(node: SourceNode, taken: Set<string>): string {
  const first = plainName(node)
  let free = first
  for (let tail = ` ${node.key}`.slice(0, 20); taken.has(free); tail += '-2') {
    free =
      [...first]
        .slice(0, NAME_MAX - tail.length)
        .join('')
        .trimEnd() + tail
  }
  taken.add(free)
  return free
}
