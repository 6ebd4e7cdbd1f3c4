import { cleanName } from '../lines/connection/names.ts'
import {
  passwordOf,
  pinOf,
  relaysUdp,
  securityOf,
  serverName,
  transportOf,
  travelsBy,
} from '../lines/connection/stream.ts'
import type { ClientLine } from '../lines/connection/types.ts'

/** A comma or equals sign ends a name in Surge, and not every parser unquotes: use the full-width characters. */
export function surgeName(name: string): string {
  const wide = cleanName(name).replaceAll(',', '，').replaceAll('=', '＝').replaceAll('"', '＂')
  // These characters begin a comment or a section.
  return wide.replace(/^[#;/[]+/, '').trim() || '-'
}

/** Surfboard on Android reads Surge's profiles in a dialect of its own. */
export type SurgeKind = 'surge' | 'surfboard'

export function surgeKnows(line: ClientLine, kind: SurgeKind): boolean {
  if (line.protocol === 'hysteria2') return kind === 'surfboard' || !line.settings.obfsPassword
  return travelsBy(line, ['tcp', 'ws'])
}

/** One line of the section [Proxy]. */
export function surgeProxy(line: ClientLine): string {
  const [type, ...parameters] = describe(line)
  return `${line.name} = ${[type, line.address, line.port, ...parameters].join(', ')}`
}

function describe(line: ClientLine): string[] {
  const { credential } = line
  switch (line.protocol) {
    case 'shadowsocks':
      return [
        'ss',
        `encrypt-method=${line.settings.cipher}`,
        `password=${inQuotes(passwordOf(line))}`,
        `udp-relay=${relaysUdp(line)}`,
      ]
    case 'vmess': {
      const isTls = securityOf(line) === 'tls'
      return [
        'vmess',
        `username=${credential}`,
        'vmess-aead=true',
        ...(isTls ? ['tls=true', ...tls(line)] : []),
        ...ws(line),
      ]
    }
    case 'trojan':
      return ['trojan', `password=${credential}`, ...tls(line), ...ws(line)]
    case 'hysteria2': {
      const { upMbps, obfsPassword, ports, hopSeconds } = line.settings
      return [
        'hysteria2',
        `password=${credential}`,
        ...(obfsPassword ? [`salamander-password=${obfsPassword}`] : []),
        ...(upMbps ? [`download-bandwidth=${upMbps}`] : []),
        ...(ports ? [`port-hopping="${ports.replaceAll(',', ';')}"`] : []),
        ...(hopSeconds ? [`port-hopping-interval=${hopSeconds}`] : []),
        ...tls(line),
      ]
    }
    case 'tuic':
      return ['tuic-v5', `uuid=${credential}`, `password=${credential}`, 'alpn=h3', ...tls(line)]
    case 'anytls':
      return ['anytls', `password=${credential}`, ...tls(line)]
    case 'vless':
      throw new Error('Surge has no vless')
  }
}

/** A key in base64 ends with equals signs. */
function inQuotes(text: string): string {
  return text.includes('=') ? `"${text}"` : text
}

function tls(line: Exclude<ClientLine, ClientLine<'shadowsocks'>>): string[] {
  const pin = pinOf(line)
  return [
    `sni=${serverName(line)}`,
    ...(line.settings.allowInsecure ? ['skip-cert-verify=true'] : []),
    ...(pin ? [`server-cert-fingerprint-sha256=${pin}`] : []),
  ]
}

function ws(line: ClientLine<'vmess' | 'trojan'>): string[] {
  const transport = transportOf(line)
  return transport.network === 'ws' ? ['ws=true', `ws-path=${transport.path}`, `ws-headers=Host:${transport.host}`] : []
}
