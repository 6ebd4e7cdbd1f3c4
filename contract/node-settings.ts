import Type, { type Static } from 'typebox'

import { TARGET } from './reality-target.ts'
import { Encryption } from './vless-encryption.ts'

const Host = Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9.:_-]+$' })
const Path = Type.String({ maxLength: 200, pattern: '^/[\\w./~%-]*$' })
const Word = Type.String({ minLength: 1, maxLength: 60, pattern: '^[\\w.-]+$' })
const Ports = Type.String({ maxLength: 500, pattern: '^\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*$' })
const strict = { additionalProperties: false } as const

const Network = Type.Union([
  Type.Literal('tcp'),
  Type.Literal('ws'),
  Type.Literal('grpc'),
  Type.Literal('httpupgrade'),
  Type.Literal('xhttp'),
])
export type Network = Static<typeof Network>

/** How the stream travels below vless, vmess and trojan. */
const Transport = {
  network: Type.Optional(Network),
  /** Only for ws, httpupgrade and xhttp. */
  path: Type.Optional(Path),
  host: Type.Optional(Host),
  /** Only for grpc. */
  serviceName: Type.Optional(Word),
  /** Only for xhttp; left out: auto. */
  xhttpMode: Type.Optional(
    Type.Union([
      Type.Literal('auto'),
      Type.Literal('packet-up'),
      Type.Literal('stream-up'),
      Type.Literal('stream-one'),
    ]),
  ),
}
const Tls = {
  /** Name in the certificate; left out: the node's address. */
  sni: Type.Optional(Host),
  /** For a self-signed certificate. */
  allowInsecure: Type.Optional(Type.Boolean()),
  /** SHA-256 of the certificate: clients then accept only this one. Clients made with a current Xray need it to accept a self-signed one. */
  certSha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  fingerprint: Type.Optional(Word),
}

/** Where clients find the node, beside its own address and port. */
const Place = {
  /** Further addresses of the node, with commas, each with a port of its own if it has one: each user is given one of all of them, always the same. */
  addresses: Type.Optional(
    Type.String({ maxLength: 2000, pattern: '^[A-Za-z0-9.:-]{1,253}(,[A-Za-z0-9.:-]{1,253})*$' }),
  ),
  /** A relay in front of the node: clients get its address and, where it differs, its port. */
  relayAddress: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9.:-]{1,253}$' })),
  relayPort: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
}
const FilePath = Type.String({ maxLength: 200, pattern: '^/[\\w./-]+$' })
const Kilobytes = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }))
/** Only for foreign agents: they report no less traffic of a user, and count no device with less. */
const Reports = { reportMinKb: Kilobytes, deviceMinKb: Kilobytes }
/** Where the certificate comes from; left out: a file. Our own agent makes one itself, or has its files in agent.json. */
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
/** What users of the node cannot reach, and who tells it addresses. Lists have commas. */
const Routes = {
  blockBittorrent: Type.Optional(Type.Boolean()),
  /** Ports and ranges of ports. */
  blockPorts: Type.Optional(Ports),
  /** Addresses and networks. */
  blockAddresses: Type.Optional(Type.String({ maxLength: 2000, pattern: '^[0-9a-fA-F.:/]+(,[0-9a-fA-F.:/]+)*$' })),
  /** Names, with all names below them. */
  blockNames: Type.Optional(Type.String({ maxLength: 4000, pattern: '^[a-z0-9.-]+(,[a-z0-9.-]+)*$' })),
  dns: Type.Optional(Type.String({ maxLength: 45, pattern: '^[0-9a-fA-F.:]+$' })),
}
/** Only for our own agent; left out: v2ray where it knows the settings, else Xray. */
const Engine = { engine: Type.Optional(Type.Union([Type.Literal('v2ray'), Type.Literal('xray')])) }
const { certMode: _known, ...CertificateFiles } = Certificate
/** Settings that our own agent does not know. */
export const foreignSettings = [Reports, CertificateFiles].flatMap((part) => Object.keys(part))
export const routeSettings = Object.keys(Routes)

/** What a client must know about a node, by protocol, and how a foreign agent runs it. The node's own secrets are stored sealed, elsewhere. */
export const nodeSettings = {
  vless: Type.Object(
    {
      ...Place,
      ...Reports,
      ...Routes,
      ...Certificate,
      ...Engine,
      ...Transport,
      ...Tls,
      security: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('tls'), Type.Literal('reality')])),
      flow: Type.Optional(Type.Literal('xtls-rprx-vision')),
      /** VLESS's own encryption; the node's half is one of its secrets. */
      encryption: Type.Optional(Encryption),
      publicKey: Type.Optional(Type.String({ pattern: '^[\\w-]{43}$' })),
      shortId: Type.Optional(Type.String({ pattern: '^(?:[0-9a-f]{2}){0,8}$' })),
      /** Only for reality, beside `sni` and `shortId`, with commas: each user is given one of all of them. */
      serverNames: Type.Optional(Type.String({ maxLength: 1000, pattern: '^[A-Za-z0-9.-]+(,[A-Za-z0-9.-]+)*$' })),
      shortIds: Type.Optional(
        Type.String({ maxLength: 500, pattern: '^(?:[0-9a-f]{2}){1,8}(,(?:[0-9a-f]{2}){1,8})*$' }),
      ),
      /** Only for reality, as `host:port`; left out: the site of `sni`. Clients never see it. */
      target: Type.Optional(Type.String({ maxLength: 260, pattern: TARGET })),
    },
    strict,
  ),
  vmess: Type.Object(
    {
      ...Place,
      ...Reports,
      ...Routes,
      ...Certificate,
      ...Engine,
      ...Transport,
      ...Tls,
      security: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('tls')])),
    },
    strict,
  ),
  trojan: Type.Object({ ...Place, ...Reports, ...Routes, ...Certificate, ...Engine, ...Transport, ...Tls }, strict),
  shadowsocks: Type.Object(
    {
      ...Place,
      ...Reports,
      ...Routes,
      cipher: Type.Union([
        Type.Literal('aes-128-gcm'),
        Type.Literal('aes-256-gcm'),
        Type.Literal('chacha20-ietf-poly1305'),
        Type.Literal('2022-blake3-aes-256-gcm'),
        Type.Literal('2022-blake3-aes-128-gcm'),
      ]),
      /** Only for ciphers of 2022: the node's own key, which all its clients know. */
      serverKey: Type.Optional(Type.String({ pattern: '^(?:[A-Za-z0-9+/]{22}==|[A-Za-z0-9+/]{43}=)$' })),
      /** Engine of our agent; left out: v2ray. */
      engine: Type.Optional(
        Type.Union([Type.Literal('v2ray'), Type.Literal('xray'), Type.Literal('shadowsocks-libev')]),
      ),
    },
    strict,
  ),
  hysteria2: Type.Object(
    {
      ...Place,
      ...Reports,
      ...Routes,
      ...Certificate,
      ...Tls,
      /** Engine of our agent; left out: hysteria's own server. */
      engine: Type.Optional(Type.Union([Type.Literal('hysteria'), Type.Literal('xray')])),
      obfsPassword: Type.Optional(Word),
      /** Ports and ranges that lead to the node's port, with commas: clients hop among them. */
      ports: Type.Optional(Ports),
      /** How long a client stays on one; left out: as the client likes. */
      hopSeconds: Type.Optional(Type.Integer({ minimum: 5, maximum: 3600 })),
      /** As the node sees it: what it sends is what its clients receive. */
      upMbps: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      downMbps: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    },
    strict,
  ),
  tuic: Type.Object(
    {
      ...Place,
      ...Reports,
      ...Routes,
      ...Certificate,
      ...Tls,
      congestionControl: Type.Optional(Type.Union([Type.Literal('bbr'), Type.Literal('cubic')])),
    },
    strict,
  ),
  anytls: Type.Object({ ...Place, ...Reports, ...Routes, ...Certificate, ...Tls }, strict),
} as const

export type Protocol = keyof typeof nodeSettings
export const protocols = Object.keys(nodeSettings) as Protocol[]
/** Protocols that our own agent can run; the others need a foreign agent. */
export const agentProtocols = ['vless', 'vmess', 'trojan', 'shadowsocks', 'hysteria2'] as const satisfies Protocol[]

export type NodeSettings<P extends Protocol = Protocol> = Static<(typeof nodeSettings)[P]>
