import { is2022 } from '../../../../contract/shadowsocks-2022.ts'
import { cleanName } from './names.ts'
import { fingerprintOf, hostInUri, passwordOf, pinOf, securityOf, serverName, transportOf } from './stream.ts'
import type { ClientLine } from './types.ts'

/** One line as the address that clients import and QR codes show. */
export function lineUri(line: ClientLine): string {
  const { credential } = line
  switch (line.protocol) {
    case 'vless':
      return share('vless', line, credential, vlessQuery(line))
    case 'vmess':
      return `vmess://${base64(JSON.stringify(vmessObject(line)))}`
    case 'trojan':
      return share('trojan', line, credential, { security: 'tls', ...tlsQuery(line), ...transportQuery(line) })
    case 'shadowsocks':
      return share('ss', line, shadowsocksUser(line), {})
    case 'hysteria2': {
      const { obfsPassword, allowInsecure, ports: mport } = line.settings
      const obfs = obfsPassword ? { obfs: 'salamander', 'obfs-password': obfsPassword } : {}
      const tls = { sni: serverName(line), insecure: flag(allowInsecure), pinSHA256: pinOf(line) }
      return share('hysteria2', line, credential, { ...tls, ...obfs, mport })
    }
    case 'tuic':
      return share('tuic', line, `${credential}:${credential}`, {
        sni: serverName(line),
        congestion_control: line.settings.congestionControl ?? 'bbr',
        udp_relay_mode: 'native',
        alpn: 'h3',
        allow_insecure: flag(line.settings.allowInsecure),
      })
    case 'anytls':
      return share('anytls', line, credential, { sni: serverName(line), insecure: flag(line.settings.allowInsecure) })
  }
}

/** In base64, but for the keys of 2022: those are written as they are, and escaped. */
function shadowsocksUser(line: ClientLine<'shadowsocks'>): string {
  const { cipher } = line.settings
  const password = passwordOf(line)
  return is2022(cipher) ? `${cipher}:${encodeURIComponent(password)}` : base64(`${cipher}:${password}`, 'base64url')
}

type Query = Record<string, string | undefined>

function share(scheme: string, line: ClientLine, user: string, query: Query): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = pairs.map(([key, value]) => `${key}=${encodeURIComponent(value ?? '')}`).join('&')
  const name = encodeURIComponent(cleanName(line.name))
  return `${scheme}://${user}@${hostInUri(line.address)}:${line.port}${text && `?${text}`}#${name}`
}

function vlessQuery(line: ClientLine<'vless'>): Query {
  const { settings } = line
  const security = securityOf(line)
  return {
    encryption: settings.encryption ?? 'none',
    security,
    flow: settings.flow,
    ...(security === 'none' ? {} : tlsQuery(line)),
    ...(security === 'reality' ? { pbk: settings.publicKey, sid: settings.shortId } : {}),
    ...transportQuery(line),
  }
}

function tlsQuery(line: ClientLine<'vless' | 'trojan'>): Query {
  const allowInsecure = flag(line.settings.allowInsecure)
  return { sni: serverName(line), fp: fingerprintOf(line), allowInsecure, pcs: pinOf(line) }
}

function transportQuery(line: ClientLine<'vless' | 'trojan'>): Query {
  const transport = transportOf(line)
  const { network: type, ...rest } = transport
  return type === 'grpc' ? { type, ...rest, mode: 'gun' } : { type, ...rest }
}

/** The JSON of v2rayN's second version, which every vmess client reads. All values are strings. */
function vmessObject(line: ClientLine<'vmess'>): Record<string, string> {
  const transport = transportOf(line)
  const isTls = securityOf(line) === 'tls'
  return {
    v: '2',
    ps: cleanName(line.name),
    add: line.address,
    port: String(line.port),
    id: line.credential,
    aid: '0',
    scy: 'auto',
    net: transport.network,
    type: transport.network === 'xhttp' ? transport.mode : 'none',
    host: 'host' in transport ? transport.host : '',
    path: 'path' in transport ? transport.path : 'serviceName' in transport ? transport.serviceName : '',
    tls: isTls ? 'tls' : '',
    sni: isTls ? serverName(line) : '',
    fp: (isTls && line.settings.fingerprint) || '',
    alpn: '',
    // v2rayN and v2rayNG read the first, others the second.
    ...(isTls && line.settings.allowInsecure ? { insecure: '1', allowInsecure: '1' } : {}),
    ...(isTls && line.settings.certSha256 ? { pcs: line.settings.certSha256 } : {}),
  }
}

function flag(isOn: boolean | undefined): string | undefined {
  return isOn ? '1' : undefined
}

function base64(text: string, encoding: 'base64' | 'base64url' = 'base64'): string {
  return Buffer.from(text).toString(encoding)
}
