import { is2022 } from './shadowsocks-2022.ts'

/** Programs that carry users on a machine of our own agent. */
export const engines = ['v2ray', 'xray', 'hysteria', 'shadowsocks-libev'] as const
export type Engine = (typeof engines)[number]

type Described = { protocol: string; settings: Readonly<Record<string, unknown>> }

/** The engine of a node of our own agent. Where the operator has chosen none, v2ray runs what it can. Xray cuts nothing
 * of hysteria2, hysteria's own server does. */
export function engineOf({ protocol, settings }: Described): Engine {
  const chosen = engines.find((engine) => engine === settings['engine'])
  if (chosen) return chosen
  if (protocol === 'hysteria2') return 'hysteria'
  return needsXray({ settings }) ? 'xray' : 'v2ray'
}

/** v2ray 4 dates from 2021. */
export function needsXray({ settings }: Pick<Described, 'settings'>): boolean {
  const { network = 'tcp', security, flow, cipher, encryption } = settings
  const isNewStream = network !== 'tcp' && network !== 'ws'
  const isNewVless = security === 'reality' || flow !== undefined || Boolean(encryption)
  return isNewStream || isNewVless || is2022(cipher)
}

const ALWAYS_TLS: readonly string[] = ['trojan', 'hysteria2', 'tuic', 'anytls']

/** Whether clients check a certificate of the node's own. */
export function usesTls({ protocol, settings }: Described): boolean {
  return ALWAYS_TLS.includes(protocol) || settings['security'] === 'tls'
}

/** Nobody answers a lone datagram: only an engine can look at such a node. */
export function isUdpOnly({ protocol }: Pick<Described, 'protocol'>): boolean {
  return protocol === 'hysteria2' || protocol === 'tuic'
}

/** Whether each user has a port of its own: these engines tell shadowsocks users apart by it. */
export function hasOwnPorts(node: Described): boolean {
  return node.protocol === 'shadowsocks' && engineOf(node) !== 'xray'
}

const BLOCKING = ['blockBittorrent', 'blockPorts', 'blockAddresses', 'blockNames']

/** Whether the engine says how often the operator's rules have refused a connection. Without rules there is nothing to say. */
export function tellsBlocked(node: Described): boolean {
  const engine = engineOf(node)
  return (engine === 'v2ray' || engine === 'xray') && BLOCKING.some((rule) => Boolean(node.settings[rule]))
}

/** Whether the engine can hold some of its users to a list of places. */
export function canRestrictUsers(node: Described): boolean {
  const engine = engineOf(node)
  return engine === 'v2ray' || (engine === 'xray' && !isUdpOnly(node))
}
