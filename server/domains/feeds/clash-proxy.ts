import {
  fingerprintOf,
  passwordOf,
  pinOf,
  relaysUdp,
  securityOf,
  serverName,
  transportOf,
} from '../lines/connection/stream.ts'
import type { ClientLine } from '../lines/connection/types.ts'

export type ClashKind = 'clash' | 'stash' | 'mihomo'

/**
 * One line in the format of Clash and its descendants. Leaves absent settings out: null does not mean "unset" there.
 */
export function clashProxy(line: ClientLine, kind: ClashKind): Record<string, unknown> {
  const { name, address: server, port, credential } = line
  const place = { name, server, port, udp: relaysUdp(line) }
  switch (line.protocol) {
    case 'shadowsocks':
      return { ...place, type: 'ss', cipher: line.settings.cipher, password: passwordOf(line) }
    case 'vmess':
      return {
        ...place,
        type: 'vmess',
        uuid: credential,
        alterId: 0,
        cipher: 'auto',
        ...packets(line, kind),
        ...stream(line, kind),
      }
    case 'vless':
      return {
        ...place,
        type: 'vless',
        uuid: credential,
        ...(line.settings.flow ? { flow: line.settings.flow } : {}),
        ...(line.settings.encryption ? { encryption: line.settings.encryption } : {}),
        ...packets(line, kind),
        ...stream(line, kind),
      }
    case 'trojan':
      return {
        ...place,
        type: 'trojan',
        password: credential,
        sni: serverName(line),
        ...tls(line, kind),
        ...transport(line),
      }
    case 'hysteria2':
      return {
        ...place,
        type: 'hysteria2',
        password: credential,
        sni: serverName(line),
        ...tls(line, kind),
        ...hysteria(line),
      }
    case 'tuic':
      return {
        ...place,
        type: 'tuic',
        uuid: credential,
        password: credential,
        sni: serverName(line),
        alpn: ['h3'],
        'congestion-controller': line.settings.congestionControl ?? 'bbr',
        'udp-relay-mode': 'native',
        ...tls(line, kind),
      }
    case 'anytls':
      return { ...place, type: 'anytls', password: credential, sni: serverName(line), ...tls(line, kind) }
  }
}

/** Gives each datagram its own target; without it all go to the target of the first. */
function packets(line: ClientLine<'vless' | 'vmess'>, kind: ClashKind): Record<string, unknown> {
  return kind === 'mihomo' && relaysUdp(line) ? { 'packet-encoding': 'xudp' } : {}
}

function stream(line: ClientLine<'vless' | 'vmess'>, kind: ClashKind): Record<string, unknown> {
  const security = securityOf(line)
  if (security === 'none') return { tls: false, ...transport(line) }
  const reality =
    line.protocol === 'vless' && security === 'reality'
      ? { 'reality-opts': { 'public-key': line.settings.publicKey ?? '', 'short-id': line.settings.shortId ?? '' } }
      : {}
  return { tls: true, servername: serverName(line), ...tls(line, kind), ...reality, ...transport(line) }
}

function tls(line: Exclude<ClientLine, ClientLine<'shadowsocks'>>, kind: ClashKind): Record<string, unknown> {
  const fingerprint = fingerprintOf(line)
  return {
    'skip-cert-verify': line.settings.allowInsecure ?? false,
    ...(fingerprint ? { 'client-fingerprint': fingerprint } : {}),
    ...pin(pinOf(line), kind),
  }
}

/** The old Clash knows no pin. */
function pin(sha256: string | undefined, kind: ClashKind): Record<string, unknown> {
  if (!sha256 || kind === 'clash') return {}
  return kind === 'stash' ? { 'server-cert-fingerprint': sha256 } : { fingerprint: sha256.match(/../g)!.join(':') }
}

function transport(line: ClientLine<'vless' | 'vmess' | 'trojan'>): Record<string, unknown> {
  const found = transportOf(line)
  switch (found.network) {
    case 'ws':
      return { network: 'ws', 'ws-opts': { path: found.path, headers: { Host: found.host } } }
    case 'httpupgrade': {
      const upgrade = { path: found.path, headers: { Host: found.host }, 'v2ray-http-upgrade': true }
      return { network: 'ws', 'ws-opts': upgrade }
    }
    case 'xhttp': {
      // It finds the host by itself, and its schema has none in brackets.
      const { host } = line.settings
      return { network: 'xhttp', 'xhttp-opts': { path: found.path, ...(host ? { host } : {}), mode: found.mode } }
    }
    case 'grpc':
      return { network: 'grpc', 'grpc-opts': { 'grpc-service-name': found.serviceName } }
    case 'tcp':
      return { network: 'tcp' }
  }
}

function hysteria(line: ClientLine<'hysteria2'>): Record<string, unknown> {
  const { obfsPassword, upMbps, downMbps, ports, hopSeconds } = line.settings
  return {
    ...(ports ? { ports } : {}),
    ...(hopSeconds ? { 'hop-interval': hopSeconds } : {}),
    ...(obfsPassword ? { obfs: 'salamander', 'obfs-password': obfsPassword } : {}),
    // What the node sends, its clients receive.
    ...(downMbps ? { up: `${downMbps} Mbps` } : {}),
    ...(upMbps ? { down: `${upMbps} Mbps` } : {}),
  }
}
