import { randomUUID } from 'node:crypto'

import type { NodeSettings, Protocol } from '../../../contract/node-settings.ts'
import { passwordOf } from '../../domains/lines/connection/stream.ts'
import type { ClientLine, FeedView } from '../../domains/lines/connection/types.ts'

export function buildLine<P extends Protocol>(
  protocol: P,
  settings: NodeSettings<P>,
  overrides: Partial<Pick<ClientLine, 'name' | 'address' | 'port' | 'connection' | 'ratePercent' | 'suits'>> = {},
): ClientLine<P> {
  return {
    id: randomUUID(),
    name: protocol,
    region: 'HK',
    address: 'hk1.node.example',
    port: 443,
    credential: randomUUID(),
    ratePercent: 100,
    suits: [],
    connection: 'uniproxy',
    ...overrides,
    protocol,
    settings,
  } as unknown as ClientLine<P>
}

/** What a client is given to prove itself with. */
export function secretOf(line: ClientLine): string {
  return line.protocol === 'shadowsocks' ? passwordOf(line) : line.credential
}

const certSha256 = '0123456789abcdef'.repeat(4)
const certificate = { sni: 'cdn.example', allowInsecure: true, certSha256, fingerprint: 'firefox' }
const networks = [
  {},
  { network: 'tcp' },
  { network: 'ws' },
  { network: 'ws', path: '/a/b~c.%20-d', host: 'front.example' },
  { network: 'grpc' },
  { network: 'grpc', serviceName: 'my.Service' },
  { network: 'httpupgrade', path: '/up', host: 'front.example' },
  { network: 'xhttp', path: '/x' },
  { network: 'xhttp', path: '/x', host: 'front.example', xhttpMode: 'packet-up' },
] as const

/** Every protocol over every network, with and without TLS, at a name, an IPv4 and an IPv6 address. */
export function everyLine(): ClientLine[] {
  const addresses = ['hk1.node.example', '203.0.113.9', '2001:db8::17']
  return addresses.flatMap((address) => everySettings().map((line, at) => ({ ...line, address, port: 10_000 + at })))
}

function everySettings(): ClientLine[] {
  const streamed = networks.flatMap((network) => [
    buildLine('vless', { ...network }),
    buildLine('vless', { ...network, security: 'none' }),
    buildLine('vless', { ...network, security: 'tls' }),
    buildLine('vless', { ...network, security: 'tls', ...certificate }),
    buildLine('vmess', { ...network }),
    buildLine('vmess', { ...network, security: 'tls' }),
    buildLine('vmess', { ...network, security: 'tls', ...certificate }),
    buildLine('trojan', { ...network }),
    buildLine('trojan', { ...network, ...certificate }),
  ])
  const publicKey = 'jNXHt1yRo0vDuchQlIP6Z0ZvjT3KtzVI-T4E7RoLJS0'
  return [
    ...streamed,
    buildLine('vless', { security: 'reality', sni: 'www.example', flow: 'xtls-rprx-vision', publicKey, shortId: '' }),
    // YAML would read this short id as a number.
    buildLine('vless', { security: 'reality', sni: 'www.example', publicKey, shortId: '01e2' }),
    buildLine('shadowsocks', { cipher: 'aes-128-gcm' }),
    buildLine('shadowsocks', { cipher: 'aes-256-gcm', engine: 'shadowsocks-libev' }),
    buildLine('shadowsocks', { cipher: 'chacha20-ietf-poly1305' }),
    buildLine('shadowsocks', { cipher: '2022-blake3-aes-256-gcm', serverKey: `${'+/aB'.repeat(10)}+/s=` }),
    buildLine('shadowsocks', { cipher: '2022-blake3-aes-128-gcm', serverKey: 'AAECAwQFBgcICQoLDA0ODw==' }),
    buildLine('hysteria2', {}),
    buildLine('hysteria2', { ...certificate, obfsPassword: 'obfs.word-1', upMbps: 50, downMbps: 200 }),
    buildLine('hysteria2', { sni: 'h.example', downMbps: 100, ports: '20000-30000', hopSeconds: 30 }),
    buildLine('hysteria2', { ports: '443,20000-20100' }),
    buildLine('tuic', {}),
    buildLine('tuic', { ...certificate, congestionControl: 'cubic' }),
    buildLine('anytls', {}),
    buildLine('anytls', certificate),
  ]
}

/** Names an operator may type, including those with a meaning in some format. */
export const hardNames = [
  '香港 01',
  '🇭🇰 🚀 香港',
  'quote " and \' and \\',
  'colon: and # hash',
  'line\nbreak',
  'line break',
  'tab\tand\u0000zero\u2028end',
  'comma, and = equals',
  '[Proxy]',
  '# comment',
  '// comment',
  'DIRECT',
  'direct',
  'GLOBAL',
  '节点选择',
  '自动选择',
  'yes',
  'null',
  '0x1f',
  '- dash',
  '{a: b}',
  '&anchor',
  '%41%2541',
  'a@b?c#d/e',
  'half \ud83d emoji',
  ' \n ',
  '\u202egnirts',
]

export function buildView(overrides: Partial<FeedView> = {}): FeedView {
  return {
    title: '鱼线用户中心',
    language: 'zh-CN',
    reason: null,
    isOnLifeline: false,
    usedBytes: 5 * 1024 ** 3,
    usedUpBytes: 1024 ** 3,
    refillsAt: null,
    totalBytes: 100 * 1024 ** 3,
    expiresAt: new Date('2027-01-31T16:30:00Z'),
    timeZone: 'Asia/Shanghai',
    speedMode: 'standard',
    lines: [buildLine('trojan', {}, { name: '香港 01' })],
    url: 'https://portal.example/sub/token-of-the-user-000',
    portalUrl: 'https://portal.example/',
    supportUrl: 'https://portal.example/hosted/help',
    ...overrides,
  }
}
