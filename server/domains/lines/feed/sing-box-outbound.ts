import { fingerprintOf, relaysUdp, securityOf, serverName, transportOf } from './stream.ts'
import type { ClientLine } from './types.ts'

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
        password: credential,
        ...(relaysUdp(line) ? {} : { network: 'tcp' }),
      }
    case 'vmess':
      return { ...place, type: 'vmess', uuid: credential, security: 'auto', alter_id: 0, ...stream(line) }
    case 'vless': {
      const { flow } = line.settings
      return { ...place, type: 'vless', uuid: credential, ...(flow ? { flow } : {}), ...stream(line) }
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
  if (found.network === 'grpc') return { transport: { type: 'grpc', service_name: found.serviceName } }
  return {}
}

function hysteria(line: ClientLine<'hysteria2'>): Record<string, unknown> {
  const { obfsPassword, upMbps, downMbps } = line.settings
  return {
    ...(obfsPassword ? { obfs: { type: 'salamander', password: obfsPassword } } : {}),
    ...(upMbps ? { up_mbps: upMbps } : {}),
    ...(downMbps ? { down_mbps: downMbps } : {}),
  }
}
