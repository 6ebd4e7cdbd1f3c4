import Type, { type Static } from 'typebox'

const Host = Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9.:_-]+$' })
const Path = Type.String({ maxLength: 200, pattern: '^/[\\w./~%-]*$' })
const Word = Type.String({ minLength: 1, maxLength: 60, pattern: '^[\\w.-]+$' })
const strict = { additionalProperties: false } as const

/** How the stream travels below vless, vmess and trojan. */
const Transport = {
  network: Type.Optional(Type.Union([Type.Literal('tcp'), Type.Literal('ws'), Type.Literal('grpc')])),
  /** Only for ws. */
  path: Type.Optional(Path),
  host: Type.Optional(Host),
  /** Only for grpc. */
  serviceName: Type.Optional(Word),
}
const Tls = {
  /** Name in the certificate; left out: the node's address. */
  sni: Type.Optional(Host),
  /** For a self-signed certificate. */
  allowInsecure: Type.Optional(Type.Boolean()),
  fingerprint: Type.Optional(Word),
}

/** What a client must know about a node, by protocol. The node's own secrets are stored sealed, elsewhere. */
export const nodeSettings = {
  vless: Type.Object(
    {
      ...Transport,
      ...Tls,
      security: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('tls'), Type.Literal('reality')])),
      flow: Type.Optional(Type.Literal('xtls-rprx-vision')),
      publicKey: Type.Optional(Type.String({ pattern: '^[\\w-]{43}$' })),
      shortId: Type.Optional(Type.String({ pattern: '^(?:[0-9a-f]{2}){0,8}$' })),
    },
    strict,
  ),
  vmess: Type.Object(
    { ...Transport, ...Tls, security: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('tls')])) },
    strict,
  ),
  trojan: Type.Object({ ...Transport, ...Tls }, strict),
  shadowsocks: Type.Object(
    {
      cipher: Type.Union([
        Type.Literal('aes-128-gcm'),
        Type.Literal('aes-256-gcm'),
        Type.Literal('chacha20-ietf-poly1305'),
      ]),
      /** Engine of our agent; left out: v2ray. */
      engine: Type.Optional(Type.Union([Type.Literal('v2ray'), Type.Literal('shadowsocks-libev')])),
    },
    strict,
  ),
  hysteria2: Type.Object(
    {
      ...Tls,
      obfsPassword: Type.Optional(Word),
      upMbps: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      downMbps: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    },
    strict,
  ),
  tuic: Type.Object(
    {
      ...Tls,
      congestionControl: Type.Optional(Type.Union([Type.Literal('bbr'), Type.Literal('cubic')])),
    },
    strict,
  ),
  anytls: Type.Object({ ...Tls }, strict),
} as const

export type Protocol = keyof typeof nodeSettings
export const protocols = Object.keys(nodeSettings) as Protocol[]
/** Protocols that our own agent can run; the others need a foreign agent. */
export const agentProtocols = ['vless', 'vmess', 'trojan', 'shadowsocks'] as const satisfies Protocol[]

export type NodeSettings<P extends Protocol = Protocol> = Static<(typeof nodeSettings)[P]>
