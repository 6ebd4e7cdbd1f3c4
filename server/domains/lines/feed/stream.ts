import type { ClientLine } from './types.ts'

type Streamed = ClientLine<'vless' | 'vmess' | 'trojan'>
type Encrypted = ClientLine<'vless' | 'vmess' | 'trojan' | 'hysteria2' | 'tuic' | 'anytls'>

export type Transport =
  | { network: 'tcp' }
  | { network: 'ws'; path: string; host: string }
  | { network: 'grpc'; serviceName: string }

/** How the stream travels, with everything the settings leave open filled in: clients differ in what they assume. */
export function transportOf(line: Streamed): Transport {
  const { network, path, host, serviceName } = line.settings
  if (network === 'ws') return { network, path: path ?? '/', host: host ?? hostInUri(serverName(line)) }
  if (network === 'grpc') return { network, serviceName: serviceName ?? 'grpc' }
  return { network: 'tcp' }
}

/** Trojan is TLS always. */
export function securityOf(line: Streamed): 'none' | 'tls' | 'reality' {
  return line.protocol === 'trojan' ? 'tls' : (line.settings.security ?? 'none')
}

/** The name to ask for and to check the certificate against. */
export function serverName(line: Encrypted): string {
  return line.settings.sni ?? line.address
}

/** REALITY does without a certificate by looking like a browser: it works with no fingerprint less. */
export function fingerprintOf(line: Encrypted): string | undefined {
  if (line.settings.fingerprint) return line.settings.fingerprint
  return line.protocol === 'vless' && securityOf(line) === 'reality' ? 'chrome' : undefined
}

/** Under our own agent that engine has none, for the safety of the node. */
export function relaysUdp(line: ClientLine): boolean {
  return line.protocol !== 'shadowsocks' || line.settings.engine !== 'shadowsocks-libev'
}

/** IPv6 addresses stand in brackets wherever a port follows. */
export function hostInUri(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
