import type { Protocol } from '../../../../contract/node-settings.ts'
import type { NodeWish } from '../../nodes/node-fields.ts'
import { mergeSecrets } from '../../nodes/node-secrets.ts'
import type { SourceNode } from '../neutral.ts'
import { regionOf } from '../panels/region-of.ts'

const NAME_MAX = 40
const CAPACITY_MIN = 1000
const CAPACITY_MAX = 100_000
const ADDRESSES_MAX = 2000

type About = { resellerId: number; name: string; users: number; children: readonly SourceNode[] }

/** A node of another panel as ours: run by the agent that it has, for the users of this reseller alone. */
export function wishOf(node: SourceNode, { resellerId, name, users, children }: About): NodeWish {
  const [clientPort = 0] = node.port.split(/[-,]/).map(Number)
  const port = node.serverPort ?? clientPort
  const isRelayed = node.serverPort !== null && clientPort !== node.serverPort && /^\d+$/.test(node.port)
  const relay = isRelayed ? { relayAddress: node.address, relayPort: clientPort } : {}
  const others = [...new Set(children.map(({ address }) => address))].filter((address) => address !== node.address)
  const addresses = others.join(',').slice(0, ADDRESSES_MAX)
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
    settings: { ...node.settings, ...relay, ...(addresses !== '' && !isRelayed ? { addresses } : {}) },
    secrets: mergeSecrets(
      null,
      { realityPrivateKey: node.realityPrivateKey, decryption: node.decryption },
      node.settings,
    ),
  }
}

/** Several nodes behind one relay may listen on the same port of machines that only the relay knows. */
export function behindRelay(wish: NodeWish, key: string): NodeWish {
  const { address, settings } = wish
  const relayed = 'relayAddress' in settings ? settings : { ...settings, relayAddress: address, relayPort: wish.port }
  return { ...wish, address: `${key.replaceAll(/[^a-z0-9]+/gi, '-')}.relayed.invalid`, settings: relayed }
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
