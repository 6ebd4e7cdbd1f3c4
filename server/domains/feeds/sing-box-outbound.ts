import {
  fingerprintOf,
  isEncrypted,
  passwordOf,
  relaysUdp,
  securityOf,
  serverName,
  transportOf,
  travelsBy,
} from '../lines/connection/stream.ts'
import type { ClientLine } from '../lines/connection/types.ts'

/** sing-box has no xhttp, and no encryption of vless. */
export function singBoxKnows(line: ClientLine): boolean {
  return !isEncrypted(line) && travelsBy(line, ['tcp', 'ws', 'grpc', 'httpupgrade'])
}

/** One line in the format of sing-box. */
export function singBoxOutbound(line: ClientLine): Record<string, unknown> {
  const { name: tag, address: server, port: server_port, credential } = line
  const place = { tag, server, server_port }
  switch (line.protocol) {
    case 'shadowsocks':
      return {
        ...place,
        type: 'shadowsocks',
        method: line.settings.cipher,
        password: passwordOf(line),
        ...(relaysUdp(line) ? {} : { network: 'tcp' }),
      }
    case 'vmess':
      return {
        ...place,
        type: 'vmess',
        uuid: credential,
        security: 'auto',
        alter_id: 0,
        ...packets(line),
        ...stream(line),
      }
    case 'vless': {
      const { flow } = line.settings
      return { ...place, type: 'vless', uuid: credential, ...(flow ? { flow } : {}), ...packets(line), ...stream(line) }
    }
    case 'trojan':
      return { ...place, type: 'trojan', password: credential, ...stream(line) }
    case 'hysteria2':
      return { ...place, type: 'hysteria2', password: credential, ...hysteria(line), tls: tls(line) }
    case 'tuic':
      return {
        ...place,
        type: 'tuic',
        uuid: credential,
        password: credential,
        congestion_control: line.settings.congestionControl ?? 'bbr',
        udp_relay_mode: 'native',
        tls: { ...tls(line), alpn: ['h3'] },
      }
    case 'anytls':
      return { ...place, type: 'anytls', password: credential, tls: tls(line) }
  }
}

/** Gives each datagram its own target; without it all go to the target of the first. */
function packets(line: ClientLine<'vless' | 'vmess'>): Record<string, unknown> {
  return relaysUdp(line) ? { packet_encoding: 'xudp' } : { network: 'tcp' }
}

function stream(line: ClientLine<'vless' | 'vmess' | 'trojan'>): Record<string, unknown> {
  const security = securityOf(line)
  const reality =
    line.protocol === 'vless' && security === 'reality'
      ? { reality: { enabled: true, public_key: line.settings.publicKey ?? '', short_id: line.settings.shortId ?? '' } }
      : {}
  return { ...(security === 'none' ? {} : { tls: { ...tls(line), ...reality } }), ...transport(line) }
}

function tls(line: Exclude<ClientLine, ClientLine<'shadowsocks'>>): Record<string, unknown> {
  const fingerprint = fingerprintOf(line)
  // QUIC protocols have no browser fingerprint and refuse the field.
  const isQuic = line.protocol === 'hysteria2' || line.protocol === 'tuic'
  return {
    enabled: true,
    server_name: serverName(line),
    insecure: line.settings.allowInsecure ?? false,
    ...(fingerprint && !isQuic ? { utls: { enabled: true, fingerprint } } : {}),
  }
}

function transport(line: ClientLine<'vless' | 'vmess' | 'trojan'>): Record<string, unknown> {
  const found = transportOf(line)
  if (found.network === 'ws') return { transport: { type: 'ws', path: found.path, headers: { Host: found.host } } }
  if (found.network === 'httpupgrade') {
    return { transport: { type: 'httpupgrade', path: found.path, host: found.host } }
  }
  if (found.network === 'grpc') return { transport: { type: 'grpc', service_name: found.serviceName } }
  return {}
}

/** A single port is a range as well. */
function singBoxRange(range: string): string {
  const [from = '', to = from] = range.split('-')
  return `${from}:${to}`
}

function hysteria(line: ClientLine<'hysteria2'>): Record<string, unknown> {
  const { obfsPassword, upMbps, downMbps, ports, hopSeconds } = line.settings
  return {
    ...(ports ? { server_port: undefined, server_ports: ports.split(',').map(singBoxRange) } : {}),
    ...(hopSeconds ? { hop_interval: `${hopSeconds}s` } : {}),
    ...(obfsPassword ? { obfs: { type: 'salamander', password: obfsPassword } } : {}),
    // What the node sends, its clients receive.
    ...(downMbps ? { up_mbps: downMbps } : {}),
    ...(upMbps ? { down_mbps: upMbps } : {}),
  }
}
