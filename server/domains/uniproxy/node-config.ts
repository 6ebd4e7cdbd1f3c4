import type { NodeSettings, Protocol } from '../../../contract/node-settings.ts'
import { targetParts, usualTarget } from '../../../contract/reality-target.ts'
import { ENCRYPTION_NAME, encryptionParts } from '../../../contract/vless-encryption.ts'
import type { Node } from '../nodes/load-node.ts'
import type { NodeSecrets } from '../nodes/node-fields.ts'

type Body = Record<string, unknown>
type Described = { node: Node; secrets: NodeSecrets | null }
type RouteSettings = Pick<NodeSettings, 'blockBittorrent' | 'blockPorts' | 'blockAddresses' | 'blockNames' | 'dns'>
type Route = { id: number; match: string[]; action: string; action_value: string | null }
type Stream = Pick<NodeSettings<'vless'>, 'network' | 'path' | 'host' | 'serviceName' | 'xhttpMode'>

/** Uses the names that agents read; some values are needed under two names. */
export function nodeConfig(described: Described, intervalS: number): Body {
  const { node } = described
  const { reportMinKb = 0, deviceMinKb = 0 } = node.settings as Pick<NodeSettings, 'reportMinKb' | 'deviceMinKb'>
  return {
    protocol: node.protocol,
    // v2node ends itself when it is empty. Not every machine has IPv6.
    listen_ip: node.address.includes(':') ? '::' : '0.0.0.0',
    server_port: node.port,
    host: node.address,
    server_name: serverName(node),
    ...byProtocol[node.protocol](described),
    routes: routesOf(node.settings as RouteSettings),
    // V2bX does not start without it.
    base_config: {
      push_interval: intervalS,
      pull_interval: intervalS,
      node_report_min_traffic: reportMinKb,
      device_online_min_traffic: deviceMinKb,
    },
  }
}

/** The actions that v2node knows. Names as expressions: V2bX reads nothing else. */
function routesOf({ blockBittorrent, blockPorts, blockAddresses, blockNames, dns }: RouteSettings): Route[] {
  const below = (name: string) => `regexp:(^|\\.)${name.replaceAll('.', '\\.')}$`
  const rules: [action: string, match: string[] | undefined, value?: string | undefined][] = [
    ['protocol', blockBittorrent ? ['bittorrent'] : undefined],
    ['block_port', blockPorts?.split(',')],
    ['block_ip', blockAddresses?.split(',')],
    ['block', blockNames?.split(',').map(below)],
    // For every name: V2bX ends itself over an empty list.
    ['dns', dns === undefined ? undefined : ['regexp:.*'], dns],
  ]
  return rules.flatMap(([action, match, value = null], at) =>
    match ? [{ id: at + 1, match, action, action_value: value }] : [],
  )
}

const byProtocol: Record<Protocol, (described: Described) => Body> = {
  vless: ({ node, secrets }) => {
    const settings = node.settings as NodeSettings<'vless'>
    const { security = 'none' } = settings
    const plain = { ...stream(settings), flow: settings.flow ?? '', ...securityOf(node, security, secrets) }
    return secrets?.decryption ? { ...plain, ...encryptionOf(secrets.decryption) } : plain
  },
  vmess: ({ node }) => {
    const settings = node.settings as NodeSettings<'vmess'>
    return { ...stream(settings), ...securityOf(node, settings.security ?? 'none', null) }
  },
  trojan: ({ node }) => ({ ...stream(node.settings as NodeSettings<'trojan'>), ...tls(node) }),
  shadowsocks: ({ node }) => {
    const { cipher, serverKey = '' } = node.settings as NodeSettings<'shadowsocks'>
    return { cipher, server_key: serverKey, obfs: '', obfs_settings: {} }
  },
  hysteria2: ({ node }) => {
    const { upMbps = 0, downMbps = 0, obfsPassword, ports } = node.settings as NodeSettings<'hysteria2'>
    const obfs = obfsPassword
      ? { obfs: 'salamander', 'obfs-password': obfsPassword, obfs_password: obfsPassword }
      : { obfs: '' }
    // Without a speed of its own the node does not hold clients to theirs.
    const speed = { up_mbps: upMbps, down_mbps: downMbps, ignore_client_bandwidth: upMbps === 0 && downMbps === 0 }
    const hops = ports ? { port_hop_enable: true, port_hop_ports: ports } : {}
    return { version: 2, ...speed, ...obfs, ...hops, ...tls(node) }
  },
  tuic: ({ node }) => {
    const { congestionControl = 'bbr' } = node.settings as NodeSettings<'tuic'>
    return { congestion_control: congestionControl, zero_rtt_handshake: false, ...tls(node) }
  },
  anytls: ({ node }) => ({ padding_scheme: [], ...stream({}), ...tls(node) }),
}

/** Xboard-Node reads the whole, v2node the parts. */
function encryptionOf(decryption: string): Body {
  const { look: mode, trips: ticket, padding, keys } = encryptionParts(decryption)
  const parts = { mode, ticket, server_padding: padding, private_key: keys.join('.') }
  return { decryption, encryption: ENCRYPTION_NAME, encryption_settings: parts }
}

function stream({ network = 'tcp', path = '/', host, serviceName = '', xhttpMode: mode = 'auto' }: Stream): Body {
  const settings = {
    tcp: {},
    ws: { path, headers: host ? { Host: host } : {} },
    grpc: { serviceName },
    httpupgrade: { path, ...(host ? { host } : {}) },
    xhttp: { path, ...(host ? { host } : {}), mode },
  }[network]
  return { network, networkSettings: settings, network_settings: settings }
}

function securityOf(node: Node, security: 'none' | 'tls' | 'reality', secrets: NodeSecrets | null): Body {
  if (security === 'none') return { tls: 0, tls_settings: {} }
  if (security === 'tls') return tls(node)
  const name = serverName(node)
  const { shortId = '', serverNames, shortIds, target = usualTarget(name) } = node.settings as NodeSettings<'vless'>
  const { host: dest, port } = targetParts(target)
  const key = { private_key: secrets?.realityPrivateKey ?? '', short_id: shortId }
  const more = {
    ...(serverNames ? { server_names: [name, ...serverNames.split(',')] } : {}),
    ...(shortIds ? { short_ids: [shortId, ...shortIds.split(',')] } : {}),
  }
  // Numbers as text: panels send them like this, and some agents read nothing else.
  return { tls: 2, tls_settings: { server_name: name, dest, server_port: String(port), xver: '0', ...key, ...more } }
}

/**
 * v2node reads the certificate's origin with the TLS settings and without one speaks in the clear. Xboard-Node has its own
 * place for it, where it also wants paths and the credentials for dns; without the place it uses its own settings. Other
 * agents know only their own settings.
 */
function tls(node: Node): Body {
  const { certMode, certFile = '', keyFile = '', dnsProvider = '' } = node.settings as NodeSettings<'trojan'>
  const domain = serverName(node)
  const files = { cert_file: certFile, key_file: keyFile }
  const isWhole = certMode === 'self' || certMode === 'http' || (certMode === 'file' && certFile !== '')
  const origin = { cert_mode: certMode ?? 'file', ...files, provider: dnsProvider, dns_env: '' }
  return {
    tls: 1,
    tls_settings: { server_name: domain, ...origin, reject_unknown_sni: '0' },
    ...(isWhole ? { cert_config: { cert_mode: certMode, domain, ...files } } : {}),
  }
}

function serverName({ settings, address }: Node): string {
  const { sni } = settings as { sni?: string }
  return sni ?? address
}
