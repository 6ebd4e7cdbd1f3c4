import { fingerprintOf, relaysUdp, securityOf, serverName, transportOf } from './stream.ts'
import type { ClientLine } from './types.ts'

/**
 * One line in the format of Clash and its descendants. Leaves absent settings out: null does not mean "unset" there.
 */
export function clashProxy(line: ClientLine): Record<string, unknown> {
  const { name, address: server, port, credential } = line
  const place = { name, server, port, udp: relaysUdp(line) }
  switch (line.protocol) {
    case 'shadowsocks':
      return { ...place, type: 'ss', cipher: line.settings.cipher, password: credential }
    case 'vmess':
      return { ...place, type: 'vmess', uuid: credential, alterId: 0, cipher: 'auto', ...stream(line) }
    case 'vless':
      return {
        ...place,
        type: 'vless',
        uuid: credential,
        ...(line.settings.flow ? { flow: line.settings.flow } : {}),
        ...stream(line),
      }
    case 'trojan':
      return { ...place, type: 'trojan', password: credential, sni: serverName(line), ...tls(line), ...transport(line) }
    case 'hysteria2':
      return {
        ...place,
        type: 'hysteria2',
        password: credential,
        sni: serverName(line),
        ...tls(line),
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
        ...tls(line),
      }
    case 'anytls':
      return { ...place, type: 'anytls', password: credential, sni: serverName(line), ...tls(line) }
  }
}

function stream(line: ClientLine<'vless' | 'vmess'>): Record<string, unknown> {
  const security = securityOf(line)
  if (security === 'none') return { tls: false, ...transport(line) }
  const reality =
    line.protocol === 'vless' && security === 'reality'
      ? { 'reality-opts': { 'public-key': line.settings.publicKey ?? '', 'short-id': line.settings.shortId ?? '' } }
      : {}
  return { tls: true, servername: serverName(line), ...tls(line), ...reality, ...transport(line) }
}

function tls(line: Exclude<ClientLine, ClientLine<'shadowsocks'>>): Record<string, unknown> {
  const fingerprint = fingerprintOf(line)
  return {
    'skip-cert-verify': line.settings.allowInsecure ?? false,
    ...(fingerprint ? { 'client-fingerprint': fingerprint } : {}),
  }
}

function transport(line: ClientLine<'vless' | 'vmess' | 'trojan'>): Record<string, unknown> {
  const found = transportOf(line)
  if (found.network === 'ws') return { network: 'ws', 'ws-opts': { path: found.path, headers: { Host: found.host } } }
  if (found.network === 'grpc') return { network: 'grpc', 'grpc-opts': { 'grpc-service-name': found.serviceName } }
  return { network: 'tcp' }
}

function hysteria(line: ClientLine<'hysteria2'>): Record<string, unknown> {
  const { obfsPassword, upMbps, downMbps } = line.settings
  return {
    ...(obfsPassword ? { obfs: 'salamander', 'obfs-password': obfsPassword } : {}),
    ...(upMbps ? { up: `${upMbps} Mbps` } : {}),
    ...(downMbps ? { down: `${downMbps} Mbps` } : {}),
  }
}
