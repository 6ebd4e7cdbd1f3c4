import {
  fingerprintOf,
  isEncrypted,
  passwordOf,
  pinOf,
  relaysUdp,
  securityOf,
  serverName,
  transportOf,
  travelsBy,
} from '../lines/connection/stream.ts'
import type { ClientLine } from '../lines/connection/types.ts'

/** Loon carries a stream over TCP or a websocket, without encryption of vless. */
export function loonKnows(line: ClientLine): boolean {
  return !isEncrypted(line) && travelsBy(line, ['tcp', 'ws'])
}

/** One line of Loon's list of nodes. */
export function loonNode(line: ClientLine): string {
  const [type, ...parameters] = describe(line)
  return `${line.name} = ${[type, line.address, line.port, ...parameters].join(',')}`
}

function describe(line: ClientLine): string[] {
  const secret = `"${line.credential}"`
  switch (line.protocol) {
    case 'shadowsocks':
      return ['shadowsocks', line.settings.cipher, `"${passwordOf(line)}"`, udp(line)]
    case 'vmess':
      return ['vmess', 'auto', secret, ...transport(line), ...stream(line), 'alterId=0', udp(line)]
    case 'vless':
      return ['vless', secret, ...transport(line), ...stream(line), ...flow(line), udp(line)]
    case 'trojan':
      return ['trojan', secret, ...transport(line), ...tls(line), 'udp=true']
    case 'hysteria2': {
      const { obfsPassword, upMbps, ports, hopSeconds } = line.settings
      return [
        'Hysteria2',
        secret,
        // A comma would end the value for readers that do not unquote.
        ...(ports && !ports.includes(',') ? [`server-ports="${ports}"`] : []),
        ...(hopSeconds ? [`hop-interval=${hopSeconds}`] : []),
        ...tls(line),
        ...(obfsPassword ? [`salamander-password=${obfsPassword}`] : []),
        ...(upMbps ? [`download-bandwidth=${upMbps}`] : []),
        'udp=true',
      ]
    }
    case 'anytls':
      return ['anytls', secret, ...tls(line), 'udp=true']
    case 'tuic':
      throw new Error('Loon has no tuic')
  }
}

function udp(line: ClientLine): string {
  return `udp=${relaysUdp(line)}`
}

function transport(line: ClientLine<'vless' | 'vmess' | 'trojan'>): string[] {
  const found = transportOf(line)
  return found.network === 'ws'
    ? ['transport=ws', `path=${found.path}`, `host=${found.host}`]
    : [`transport=${found.network}`]
}

function stream(line: ClientLine<'vless' | 'vmess'>): string[] {
  const security = securityOf(line)
  if (security === 'none') return ['over-tls=false']
  if (security === 'tls' || line.protocol !== 'vless') return ['over-tls=true', ...tls(line)]
  const { publicKey, shortId } = line.settings
  return [
    'over-tls=true',
    ...profile(line),
    `sni=${serverName(line)}`,
    `public-key="${publicKey ?? ''}"`,
    ...(shortId ? [`short-id=${shortId}`] : []),
  ]
}

function flow({ settings }: ClientLine<'vless'>): string[] {
  return settings.flow ? [`flow=${settings.flow}`] : []
}

function tls(line: Exclude<ClientLine, ClientLine<'shadowsocks'>>): string[] {
  const pin = pinOf(line)
  return [
    `tls-name=${serverName(line)}`,
    `skip-cert-verify=${line.settings.allowInsecure ?? false}`,
    ...(pin ? [`tls-cert-sha256=${pin}`] : []),
    ...profile(line),
  ]
}

/** The one browser of ours that it can imitate. */
function profile(line: Exclude<ClientLine, ClientLine<'shadowsocks'>>): string[] {
  return fingerprintOf(line) === 'chrome' ? ['tls-profile=chrome'] : []
}
