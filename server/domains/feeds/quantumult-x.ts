import {
  hostInUri,
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

/** Quantumult X carries a stream over TCP or a websocket, without encryption of vless. */
export function quantumultXKnows(line: ClientLine): boolean {
  return !isEncrypted(line) && travelsBy(line, ['tcp', 'ws'])
}

/** One line of Quantumult X's list of servers. */
export function quantumultXServer(line: ClientLine): string {
  const [type, ...parameters] = describe(line)
  return `${type}=${[`${hostInUri(line.address)}:${line.port}`, ...parameters, `tag=${line.name}`].join(', ')}`
}

function describe(line: ClientLine): string[] {
  const secret = `password=${line.credential}`
  switch (line.protocol) {
    case 'shadowsocks':
      return ['shadowsocks', `method=${line.settings.cipher}`, `password=${passwordOf(line)}`, udp(line)]
    case 'vmess':
      return ['vmess', 'method=chacha20-poly1305', secret, ...stream(line), 'aead=true', udp(line)]
    case 'vless':
      return ['vless', 'method=none', secret, ...stream(line), ...reality(line), udp(line)]
    case 'trojan':
      return ['trojan', secret, ...(isWs(line) ? stream(line) : ['over-tls=true', ...tls(line)]), 'udp-relay=true']
    case 'anytls':
      return ['anytls', secret, 'over-tls=true', ...tls(line), 'udp-relay=true']
    case 'hysteria2':
    case 'tuic':
      throw new Error(`Quantumult X has no ${line.protocol}`)
  }
}

function udp(line: ClientLine): string {
  return `udp-relay=${relaysUdp(line)}`
}

type Streamed = ClientLine<'vless' | 'vmess' | 'trojan'>

function isWs(line: Streamed): boolean {
  return transportOf(line).network === 'ws'
}

function stream(line: Streamed): string[] {
  const transport = transportOf(line)
  const isTls = securityOf(line) !== 'none'
  const secured = isTls ? tls(line) : []
  if (transport.network !== 'ws') return [...(isTls ? ['obfs=over-tls'] : []), ...secured]
  return [`obfs=${isTls ? 'wss' : 'ws'}`, `obfs-uri=${transport.path}`, `obfs-host=${transport.host}`, ...secured]
}

function reality({ settings: { security, publicKey, shortId, flow } }: ClientLine<'vless'>): string[] {
  return [
    ...(flow ? [`vless-flow=${flow}`] : []),
    ...(security === 'reality' ? [`reality-base64-pubkey=${publicKey ?? ''}`] : []),
    ...(security === 'reality' && shortId ? [`reality-hex-shortid=${shortId}`] : []),
  ]
}

function tls(line: Exclude<ClientLine, ClientLine<'shadowsocks'>>): string[] {
  const pin = pinOf(line)
  return [
    `tls-host=${serverName(line)}`,
    `tls-verification=${!line.settings.allowInsecure}`,
    ...(pin ? [`tls-cert-sha256=${pin}`] : []),
  ]
}
