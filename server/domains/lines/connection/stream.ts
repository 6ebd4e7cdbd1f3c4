import { engineOf } from '../../../../contract/node-engines.ts'
import type { Network } from '../../../../contract/node-settings.ts'
import { is2022, password2022 } from '../../../../contract/shadowsocks-2022.ts'
import type { ClientLine } from './types.ts'

type Streamed = ClientLine<'vless' | 'vmess' | 'trojan'>
type Encrypted = ClientLine<'vless' | 'vmess' | 'trojan' | 'hysteria2' | 'tuic' | 'anytls'>

export type Transport =
  | { network: 'tcp' }
  | { network: 'ws' | 'httpupgrade'; path: string; host: string }
  | { network: 'xhttp'; path: string; host: string; mode: string }
  | { network: 'grpc'; serviceName: string }

/** The transport with all open settings filled in: clients differ in their defaults. */
export function transportOf(line: Streamed): Transport {
  const { network, serviceName, xhttpMode } = line.settings
  if (network === 'grpc') return { network, serviceName: serviceName ?? 'grpc' }
  const { path = '/', host = hostInUri(serverName(line)) } = line.settings
  if (network === 'ws' || network === 'httpupgrade') return { network, path, host }
  if (network === 'xhttp') return { network, path, host, mode: xhttpMode ?? 'auto' }
  return { network: 'tcp' }
}

/** Whether a client that knows these can carry the line; what has no transport below it needs none. */
export function travelsBy(line: ClientLine, networks: readonly Network[]): boolean {
  return !('network' in line.settings) || networks.includes(line.settings.network ?? 'tcp')
}

/** VLESS's own encryption, which only Xray and Mihomo have. */
export function isEncrypted(line: ClientLine): boolean {
  return line.protocol === 'vless' && line.settings.encryption !== undefined
}

/** Trojan always uses TLS. */
export function securityOf(line: Streamed): 'none' | 'tls' | 'reality' {
  return line.protocol === 'trojan' ? 'tls' : (line.settings.security ?? 'none')
}

/** The server name to request and to check the certificate against. */
export function serverName(line: Encrypted): string {
  return line.settings.sni ?? line.address
}

/** REALITY imitates a browser instead of using a certificate, so it needs a fingerprint. */
export function fingerprintOf(line: Encrypted): string | undefined {
  if (line.settings.fingerprint) return line.settings.fingerprint
  return line.protocol === 'vless' && securityOf(line) === 'reality' ? 'chrome' : undefined
}

/**
 * Our agent turns UDP off in shadowsocks-libev, for the safety of the node. Its v2ray delivers every datagram of a vless
 * or vmess stream to the target of the first one, so clients must not send any.
 */
export function relaysUdp(line: ClientLine): boolean {
  const engine = engineOf({ protocol: line.protocol, settings: { ...line.settings } })
  if (line.protocol === 'shadowsocks') return engine !== 'shadowsocks-libev'
  const isStream = line.protocol === 'vless' || line.protocol === 'vmess'
  return !(isStream && line.connection === 'agent' && engine === 'v2ray')
}

/** The certificate that clients accept; REALITY has none of its own. */
export function pinOf(line: Encrypted): string | undefined {
  return line.protocol === 'vless' && securityOf(line) === 'reality' ? undefined : line.settings.certSha256
}

/** What a client of shadowsocks types as its password. */
export function passwordOf({ settings: { cipher, serverKey = '' }, credential }: ClientLine<'shadowsocks'>): string {
  return is2022(cipher) ? password2022(cipher, serverKey, credential) : credential
}

/** IPv6 addresses need brackets before a port. */
export function hostInUri(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
