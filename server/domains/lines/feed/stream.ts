import type { ClientLine } from './types.ts'

type Streamed = ClientLine<'vless' | 'vmess' | 'trojan'>
type Encrypted = ClientLine<'vless' | 'vmess' | 'trojan' | 'hysteria2' | 'tuic' | 'anytls'>

export type Transport =
  | { network: 'tcp' }
  | { network: 'ws'; path: string; host: string }
  | { network: 'grpc'; serviceName: string }

/** The transport with all open settings filled in: clients differ in their defaults. */
export function transportOf(line: Streamed): Transport {
  const { network, path, host, serviceName } = line.settings
  if (network === 'ws') return { network, path: path ?? '/', host: host ?? hostInUri(serverName(line)) }
  if (network === 'grpc') return { network, serviceName: serviceName ?? 'grpc' }
  return { network: 'tcp' }
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

/** Our agent turns UDP off in shadowsocks-libev, for the safety of the node. */
export function relaysUdp(line: ClientLine): boolean {
  return line.protocol !== 'shadowsocks' || line.settings.engine !== 'shadowsocks-libev'
}

/** IPv6 addresses need brackets before a port. */
export function hostInUri(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
