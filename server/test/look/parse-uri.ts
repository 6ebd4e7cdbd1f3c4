/** A line as its address describes it; missing parts are absent. */
export type ParsedLine = {
  protocol: 'vless' | 'vmess' | 'trojan' | 'shadowsocks' | 'hysteria2' | 'tuic' | 'anytls'
  name: string
  address: string
  port: number
  credential: string
  cipher?: string
  network?: string
  path?: string
  host?: string
  serviceName?: string
  mode?: string
  security?: string
  sni?: string
  allowInsecure?: boolean
  certSha256?: string
  fingerprint?: string
  flow?: string
  encryption?: string
  publicKey?: string
  shortId?: string
  obfsPassword?: string
  ports?: string
  congestionControl?: string
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const ENCRYPTION = /^(none|mlkem768x25519plus\.(native|xorpub|random)\.[01]rtt(\.[\d-]{5,15})*(\.[\w-]{43,1579})+)$/
const XHTTP_MODE = /^(auto|packet-up|stream-up|stream-one)$/
const SHA256 = /^[0-9a-f]{64}$/
const SHAPE = /^([a-z0-9]+):\/\/([^@/?#]+)@(\[[0-9a-f:.]+\]|[A-Za-z0-9.-]+):(\d{1,5})\/?(?:\?([^#?]*))?#([^#]+)$/

/**
 * Reads strictly where lenient clients would guess: an unknown word, a missing name or a stray character is an error.
 */
export function parseLineUri(uri: string): ParsedLine {
  if (/[^\x21-\x7e]/.test(uri)) throw new Error(`Not printable ASCII: ${uri}`)
  if (uri.startsWith('vmess://')) return parseVmess(uri)
  const [, scheme = '', user = '', host = '', port = '', query, hash = ''] = SHAPE.exec(uri) ?? refuse(uri)
  const place = { name: decodeURIComponent(hash), address: host.replace(/^\[|\]$/g, ''), port: portOf(port) }
  const params = new Params(query ?? '')
  const parsed = { ...place, ...byScheme(scheme, decodeURIComponent(user), params) }
  params.expectEmpty()
  return parsed
}

type Rest = Omit<ParsedLine, 'name' | 'address' | 'port'>

function byScheme(scheme: string, user: string, params: Params): Rest {
  switch (scheme) {
    case 'vless':
      return { protocol: 'vless', credential: uuid(user), ...vlessSecurity(params), ...transport(params) }
    case 'trojan':
      params.take('security', /^tls$/, true)
      return { protocol: 'trojan', credential: uuid(user), security: 'tls', ...tls(params), ...transport(params) }
    case 'ss': {
      const [, newer, keys = ''] = /^(2022-blake3-aes-(?:128|256)-gcm):(.+)$/.exec(user) ?? []
      if (newer) return { protocol: 'shadowsocks', cipher: newer, credential: keys }
      const text = Buffer.from(user, 'base64url').toString()
      if (Buffer.from(text).toString('base64url') !== user) refuse(user)
      const [, cipher = '', credential = ''] =
        /^(aes-128-gcm|aes-256-gcm|chacha20-ietf-poly1305):(.+)$/.exec(text) ?? refuse(text)
      return { protocol: 'shadowsocks', cipher, credential }
    }
    case 'hysteria2': {
      const obfs = params.take('obfs', /^salamander$/)
      const obfsPassword = params.take('obfs-password', /./, Boolean(obfs))
      const certSha256 = params.take('pinSHA256', SHA256)
      const ports = params.take('mport', /^[\d,-]+$/)
      const rest = given({ obfsPassword, certSha256, ports })
      return { protocol: 'hysteria2', credential: uuid(user), ...quicTls(params), ...rest }
    }
    case 'tuic': {
      const [id = '', password = ''] = user.split(':')
      if (id !== password) refuse(user)
      params.take('alpn', /^h3$/, true)
      params.take('udp_relay_mode', /^native$/, true)
      const congestionControl = params.take('congestion_control', /^(bbr|cubic)$/, true)
      return {
        protocol: 'tuic',
        credential: uuid(id),
        ...quicTls(params, 'allow_insecure'),
        ...given({ congestionControl }),
      }
    }
    case 'anytls':
      return { protocol: 'anytls', credential: uuid(user), ...quicTls(params) }
    default:
      return refuse(scheme)
  }
}

function vlessSecurity(params: Params): Partial<ParsedLine> {
  const encryption = params.take('encryption', ENCRYPTION, true)
  const security = params.take('security', /^(none|tls|reality)$/, true)
  const flow = params.take('flow', /^xtls-rprx-vision$/)
  const isReality = security === 'reality'
  const publicKey = params.take('pbk', isReality ? /^[\w-]{43}$/ : /(?!)/, isReality)
  const shortId = params.take('sid', isReality ? /^(?:[0-9a-f]{2}){0,8}$/ : /(?!)/)
  const rest = security === 'none' ? {} : tls(params)
  if (isReality && !('fingerprint' in rest)) refuse('reality without a fingerprint')
  const own = given({ encryption: encryption === 'none' ? undefined : encryption })
  return given({ security, flow, publicKey, shortId, ...own, ...rest })
}

function tls(params: Params): Partial<ParsedLine> {
  const fingerprint = params.take('fp', /^[\w.-]+$/)
  const certSha256 = params.take('pcs', SHA256)
  return { ...quicTls(params, 'allowInsecure'), ...given({ fingerprint, certSha256 }) }
}

function quicTls(params: Params, insecure = 'insecure'): Partial<ParsedLine> {
  const sni = params.take('sni', /^[A-Za-z0-9.:_-]+$/, true)
  return { ...given({ sni }), ...(params.take(insecure, /^1$/) ? { allowInsecure: true } : {}) }
}

function transport(params: Params): Partial<ParsedLine> {
  const network = params.take('type', /^(tcp|ws|grpc|httpupgrade|xhttp)$/, true)
  if (network === 'ws' || network === 'httpupgrade' || network === 'xhttp') {
    const mode = network === 'xhttp' ? params.take('mode', XHTTP_MODE, true) : undefined
    return given({ network, path: params.take('path', /^\//, true), host: params.take('host', /./, true), mode })
  }
  if (network === 'grpc') {
    params.take('mode', /^gun$/, true)
    return given({ network, serviceName: params.take('serviceName', /./, true) })
  }
  return given({ network })
}

function parseVmess(uri: string): ParsedLine {
  const encoded = uri.slice('vmess://'.length)
  const text = Buffer.from(encoded, 'base64').toString()
  if (Buffer.from(text).toString('base64') !== encoded) refuse(uri)
  const json = JSON.parse(text) as Record<string, string>
  if (Object.values(json).some((value) => typeof value !== 'string')) refuse(text)
  const isTls = json['tls'] === 'tls'
  const network = json['net'] ?? ''
  const types = network === 'xhttp' ? XHTTP_MODE : /^none$/
  if (json['v'] !== '2' || json['aid'] !== '0' || !types.test(json['type'] ?? '')) refuse(text)
  return {
    protocol: 'vmess',
    name: json['ps'] ?? refuse(text),
    address: json['add'] ?? refuse(text),
    port: portOf(json['port'] ?? ''),
    credential: uuid(json['id'] ?? ''),
    network,
    security: isTls ? 'tls' : 'none',
    ...(['ws', 'httpupgrade', 'xhttp'].includes(network) ? given({ path: json['path'], host: json['host'] }) : {}),
    ...(network === 'xhttp' ? given({ mode: json['type'] }) : {}),
    ...(network === 'grpc' ? given({ serviceName: json['path'] }) : {}),
    ...(isTls ? given({ sni: json['sni'], fingerprint: json['fp'] || undefined, certSha256: json['pcs'] }) : {}),
    ...(json['insecure'] === '1' ? { allowInsecure: true } : {}),
  }
}

class Params {
  readonly pairs = new Map<string, string>()

  constructor(query: string) {
    for (const pair of query.split('&').filter(Boolean)) {
      const [key = '', value = '', ...rest] = pair.split('=')
      if (rest.length > 0 || value === '' || this.pairs.has(key)) refuse(pair)
      this.pairs.set(key, decodeURIComponent(value))
    }
  }

  take(key: string, shape: RegExp, isRequired = false): string | undefined {
    const value = this.pairs.get(key)
    this.pairs.delete(key)
    if (value === undefined ? isRequired : !shape.test(value)) refuse(`${key}=${value}`)
    return value
  }

  expectEmpty(): void {
    if (this.pairs.size > 0) refuse([...this.pairs.keys()].join())
  }
}

function given<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}

function portOf(text: string): number {
  const port = Number(text)
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : refuse(text)
}

function uuid(text: string): string {
  return UUID.test(text) ? text : refuse(text)
}

function refuse(what: string): never {
  throw new Error(`Not in a line's address: ${what}`)
}
