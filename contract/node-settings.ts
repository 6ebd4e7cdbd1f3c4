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

const FilePath = Type.String({ maxLength: 200, pattern: '^/[\\w./-]+$' })
const Kilobytes = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }))
/** Only for foreign agents: they report no less traffic of a user, and count no device with less. */
const Reports = { reportMinKb: Kilobytes, deviceMinKb: Kilobytes }
/** Only for foreign agents: where the certificate comes from; left out: a file. */
const Certificate = {
  certMode: Type.Optional(
    Type.Union([Type.Literal('self'), Type.Literal('file'), Type.Literal('http'), Type.Literal('dns')]),
  ),
  /** Left out: where the agent keeps it. */
  certFile: Type.Optional(FilePath),
  keyFile: Type.Optional(FilePath),
  /** Only for dns. Its credentials stay in the agent's own environment. */
  dnsProvider: Type.Optional(Word),
}
/** Only for foreign agents: what users of the node cannot reach, and who tells it addresses. Lists have commas. */
const Routes = {
  blockBittorrent: Type.Optional(Type.Boolean()),
  /** Ports and ranges of ports. */
  blockPorts: Type.Optional(Type.String({ maxLength: 500, pattern: '^\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*$' })),
  /** Addresses and networks. */
  blockAddresses: Type.Optional(Type.String({ maxLength: 2000, pattern: '^[0-9a-fA-F.:/]+(,[0-9a-fA-F.:/]+)*$' })),
  /** Names, with all names below them. */
  blockNames: Type.Optional(Type.String({ maxLength: 4000, pattern: '^[a-z0-9.-]+(,[a-z0-9.-]+)*$' })),
  dns: Type.Optional(Type.String({ maxLength: 45, pattern: '^[0-9a-fA-F.:]+$' })),
}
/** Settings that our own agent does not know. */
export const foreignSettings = [Reports, Certificate, Routes].flatMap((part) => Object.keys(part))

/** What a client must know about a node, by protocol, and how a foreign agent runs it. The node's own secrets are stored sealed, elsewhere. */
export const nodeSettings = {
  vless: Type.Object(
    {
      ...Reports,
      ...Routes,
      ...Certificate,
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
    {
      ...Reports,
      ...Routes,
      ...Certificate,
      ...Transport,
      ...Tls,
      security: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('tls')])),
    },
    strict,
  ),
  trojan: Type.Object({ ...Reports, ...Routes, ...Certificate, ...Transport, ...Tls }, strict),
  shadowsocks: Type.Object(
    {
      ...Reports,
      ...Routes,
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
      ...Reports,
      ...Routes,
      ...Certificate,
      ...Tls,
      obfsPassword: Type.Optional(Word),
      upMbps: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      downMbps: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    },
    strict,
  ),
  tuic: Type.Object(
    {
      ...Reports,
      ...Routes,
      ...Certificate,
      ...Tls,
      congestionControl: Type.Optional(Type.Union([Type.Literal('bbr'), Type.Literal('cubic')])),
    },
    strict,
  ),
  anytls: Type.Object({ ...Reports, ...Routes, ...Certificate, ...Tls }, strict),
} as const

export type Protocol = keyof typeof nodeSettings
export const protocols = Object.keys(nodeSettings) as Protocol[]
/** Protocols that our own agent can run; the others need a foreign agent. */
export const agentProtocols = ['vless', 'vmess', 'trojan', 'shadowsocks'] as const satisfies Protocol[]

export type NodeSettings<P extends Protocol = Protocol> = Static<(typeof nodeSettings)[P]>
