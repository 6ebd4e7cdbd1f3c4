import type { NodeSettings, Protocol } from '../../../contract/node-settings.ts'
import type { Node } from '../nodes/load-node.ts'
import type { NodeSecrets } from '../nodes/node-fields.ts'

type Body = Record<string, unknown>
type Described = { node: Node; secrets: NodeSecrets | null }
type Stream = Pick<NodeSettings<'vless'>, 'network' | 'path' | 'host' | 'serviceName' | 'sni' | 'security'>

/** Uses the names that XrayR and V2bX read; some values are needed under two names. */
export function nodeConfig(described: Described, intervalS: number): Body {
  const { node } = described
  return {
    server_port: node.port,
    host: node.address,
    server_name: serverName(node),
    ...byProtocol[node.protocol](described),
    routes: [],
    // V2bX does not start without it.
    base_config: { push_interval: intervalS, pull_interval: intervalS },
  }
}

const byProtocol: Record<Protocol, (described: Described) => Body> = {
  vless: ({ node, secrets }) => {
    const settings = node.settings as NodeSettings<'vless'>
    return { ...stream(settings), flow: settings.flow ?? '', ...tls(node, settings, secrets) }
  },
  vmess: ({ node }) => {
    const settings = node.settings as NodeSettings<'vmess'>
    return { ...stream(settings), ...tls(node, settings, null) }
  },
  trojan: ({ node }) => {
    const settings = node.settings as NodeSettings<'trojan'>
    return { ...stream(settings), ...tls(node, { ...settings, security: 'tls' }, null) }
  },
  shadowsocks: ({ node }) => ({
    cipher: (node.settings as NodeSettings<'shadowsocks'>).cipher,
    // Only 2022 ciphers have a server key.
    server_key: '',
    obfs: '',
    obfs_settings: {},
  }),
  hysteria2: ({ node }) => {
    const { upMbps = 0, downMbps = 0, obfsPassword } = node.settings as NodeSettings<'hysteria2'>
    const obfs = obfsPassword ? { obfs: 'salamander', 'obfs-password': obfsPassword } : { obfs: '' }
    return { version: 2, up_mbps: upMbps, down_mbps: downMbps, ...obfs }
  },
  tuic: ({ node }) => {
    const { congestionControl = 'bbr' } = node.settings as NodeSettings<'tuic'>
    return { congestion_control: congestionControl, zero_rtt_handshake: false }
  },
  anytls: () => ({ padding_scheme: [] }),
}

function stream({ network = 'tcp', path, host, serviceName }: Stream): Body {
  const settings = {
    tcp: {},
    ws: { path: path ?? '/', headers: host ? { Host: host } : {} },
    grpc: { serviceName: serviceName ?? '' },
  }[network]
  return { network, networkSettings: settings, network_settings: settings }
}

function tls(
  node: Node,
  { security = 'none', shortId = '' }: Pick<NodeSettings<'vless'>, 'security' | 'shortId'>,
  secrets: NodeSecrets | null,
): Body {
  if (security === 'none') return { tls: 0, tls_settings: {} }
  const name = serverName(node)
  if (security === 'tls') return { tls: 1, tls_settings: { server_name: name } }
  const key = { private_key: secrets?.realityPrivateKey ?? '', short_id: shortId }
  // Numbers as text: panels send them like this, and some agents read nothing else.
  return { tls: 2, tls_settings: { server_name: name, dest: name, server_port: '443', xver: '0', ...key } }
}

function serverName({ settings, address }: Node): string {
  const { sni } = settings as { sni?: string }
  return sni ?? address
}
