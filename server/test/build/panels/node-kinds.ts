import { ODD_KINDS } from './odd-node-kinds.ts'
import type { PanelRow } from './rows.ts'
import type { PanelName } from './schemas.ts'

/** Nodes of one table by name: every protocol, transport and security that a panel can write there, and odd settings. */
type Kinds = Record<string, PanelRow>

const REALITY = {
  public_key: 'aHR0cHM6Ly9leGFtcGxlLmNvbS9wdWJsaWMta2V5MDA',
  private_key: 'aHR0cHM6Ly9leGFtcGxlLmNvbS9wcml2YXRlLWtleTA',
  short_id: 'ab12',
  server_name: 'www.apple.com',
}
const ECH = 'AEX+DQBBAAAgACAuZXhhbXBsZQ=='
const json = (settings: unknown) => JSON.stringify(settings)
const httpHeader = {
  header: { type: 'http', request: { path: ['/h'], headers: { Host: ['h.example.com'] } } },
}
const ws = { path: '/ray', headers: { Host: 'cdn.example.com' } }

const vmess = (network: string, settings: unknown, tls: unknown = null): PanelRow => ({
  network,
  networkSettings: settings === null ? null : json(settings),
  tls: tls === null ? 0 : 1,
  tlsSettings: tls === null ? null : json(tls),
})
const named = { serverName: 'sni.example.com', allowInsecure: '1' }

const VMESS: Kinds = {
  'vmess-tcp': vmess('tcp', null),
  'vmess-tcp-list': vmess('tcp', []),
  'vmess-tcp-tls': vmess('tcp', { header: { type: 'none' } }, named),
  'vmess-tcp-http': vmess('tcp', httpHeader),
  'vmess-ws': vmess('ws', ws),
  'vmess-ws-tls': vmess('ws', { path: '/ray', headers: { Host: '' } }, named),
  'vmess-ws-bare': vmess('ws', { path: 'ray' }, { serverName: '', allowInsecure: 0 }),
  'vmess-ws-early': vmess('ws', { path: '/ray?ed=2048', headers: { Host: 'cdn.example.com' } }, named),
  'vmess-ws-null': vmess('ws', null, {}),
  'vmess-grpc': vmess('grpc', { serviceName: 'gun' }, named),
  'vmess-kcp': vmess('kcp', { seed: 'x' }),
  'vmess-h2': vmess('h2', { path: '/h2', host: ['h.example.com'] }, named),
}

const SHADOWSOCKS: Kinds = {
  'ss-aes': { cipher: 'aes-128-gcm' },
  'ss-chacha': { cipher: 'chacha20-ietf-poly1305', port: '20000-20009' },
  'ss-2022-128': { cipher: '2022-blake3-aes-128-gcm' },
  'ss-2022-256': { cipher: '2022-blake3-aes-256-gcm', port: '8443', server_port: 8388 },
  'ss-aes-192': { cipher: 'aes-192-gcm' },
}
const SS_OBFS: Kinds = {
  'ss-obfs': { cipher: 'aes-256-gcm', obfs: 'http', obfs_settings: json({ host: 'o.example.com', path: '/o' }) },
}

const ofV2board: Record<string, Kinds> = {
  v2_server_vmess: VMESS,
  v2_server_trojan: {
    'trojan-tcp': { allow_insecure: 1, server_name: 'sni.example.com' },
    'trojan-bare': { allow_insecure: 0, server_name: null },
    'trojan-port': { allow_insecure: 0, server_name: '', port: '8443', server_port: 443 },
  },
  v2_server_shadowsocks: { ...SHADOWSOCKS, ...SS_OBFS },
  v2_server_hysteria: { 'hysteria-one': { up_mbps: 100, down_mbps: 200, server_name: 'sni.example.com', insecure: 0 } },
}

const tlsOf = (more: object = {}) => ({
  server_name: 'sni.example.com',
  allow_insecure: '0',
  fingerprint: 'firefox',
  ...more,
})
const vless = (network: string, settings: unknown, more: PanelRow = {}): PanelRow => ({
  network,
  network_settings: settings === null ? null : json(settings),
  tls: 1,
  tls_settings: json(tlsOf()),
  ...more,
})
const vision = { flow: 'xtls-rprx-vision' }
const ech = (how: string) => ({ tls_settings: json(tlsOf({ ech: how, ech_config: ECH })) })

const VLESS: Kinds = {
  'vless-tcp': vless('tcp', null, { tls: 0, tls_settings: null }),
  'vless-vision': vless('tcp', {}, vision),
  'vless-udp443': vless('tcp', {}, { flow: 'xtls-rprx-vision-udp443' }),
  'vless-direct': vless('tcp', {}, { flow: 'xtls-rprx-direct' }),
  'vless-reality': vless('tcp', [], { ...vision, tls: 2, tls_settings: json(REALITY) }),
  'vless-reality-grpc': vless('grpc', { serviceName: 'gun' }, { tls: 2, tls_settings: json(REALITY) }),
  'vless-http': vless('tcp', httpHeader),
  'vless-ws': vless('ws', ws),
  'vless-ws-vision': vless('ws', ws, vision),
  'vless-xhttp': vless('xhttp', { path: '/x', host: 'cdn.example.com', mode: 'stream-one' }),
  'vless-xhttp-extra': vless('xhttp', { path: '/x', host: '', mode: 'auto', extra: { xPaddingBytes: '100-1000' } }),
  'vless-upgrade': vless('httpupgrade', { path: '/u', host: 'cdn.example.com' }),
  'vless-kcp': vless('kcp', { seed: 'x', header: { type: 'srtp' } }),
  'vless-ech': vless('tcp', {}, ech('cloudflare')),
  'vless-ech-own': vless('tcp', {}, ech('custom')),
}

const ofFork: Record<string, Kinds> = {
  v2_server_vmess: VMESS,
  v2_server_vless: VLESS,
  v2_server_trojan: {
    'trojan-tcp': { network: 'tcp', allow_insecure: 1, server_name: 'sni.example.com' },
    'trojan-ws': { network: 'ws', network_settings: json(ws), allow_insecure: 0, server_name: 'sni.example.com' },
    'trojan-grpc': {
      network: 'grpc',
      network_settings: json({ serviceName: 'gun' }),
      allow_insecure: 0,
      server_name: '',
    },
  },
  v2_server_shadowsocks: { ...SHADOWSOCKS, ...SS_OBFS },
  v2_server_hysteria: {
    'hysteria-one': { version: 1, up_mbps: 10, down_mbps: 20, insecure: 0, server_name: 's.example.com' },
    'hysteria-two': { version: 2, up_mbps: 100, down_mbps: 200, insecure: 1, server_name: 'sni.example.com' },
    'hysteria-hops': {
      version: 2,
      up_mbps: 0,
      down_mbps: 0,
      insecure: 0,
      server_name: null,
      port: '20000-30000,40000',
      obfs: 'salamander',
      obfs_password: 'fog',
    },
  },
  v2_server_tuic: {
    'tuic-bbr': {
      server_name: 'sni.example.com',
      insecure: 1,
      disable_sni: 0,
      udp_relay_mode: 'native',
      zero_rtt_handshake: 0,
      congestion_control: 'bbr',
    },
    'tuic-odd': {
      server_name: 'sni.example.com',
      insecure: 0,
      disable_sni: 1,
      udp_relay_mode: 'quic',
      zero_rtt_handshake: 1,
      congestion_control: 'new_reno',
    },
  },
  v2_server_anytls: {
    'anytls-own': { server_name: 'sni.example.com', insecure: 1, padding_scheme: '["stop=2","0=10-10"]' },
    'anytls-bare': { server_name: null, insecure: 0 },
  },
  v2_server_v2node: {
    'node-vless': { protocol: 'vless', ...vless('ws', ws) },
    'node-vmess': { protocol: 'vmess', ...vless('ws', ws) },
    'node-trojan': { protocol: 'trojan', ...vless('tcp', null) },
    'node-trojan-reality': { protocol: 'trojan', ...vless('tcp', null, { tls: 2, tls_settings: json(REALITY) }) },
    'node-ss': { protocol: 'shadowsocks', tls: 0, network: 'tcp', cipher: '2022-blake3-aes-128-gcm' },
    'node-ss-obfs': {
      protocol: 'shadowsocks',
      tls: 0,
      cipher: 'aes-128-gcm',
      network: 'http',
      network_settings: json({
        Host: 'o.example.com',
        path: '/o',
      }),
    },
    'node-hysteria': {
      protocol: 'hysteria2',
      tls: 1,
      network: 'udp',
      tls_settings: json(tlsOf()),
      up_mbps: 100,
      down_mbps: 200,
      obfs: 'salamander',
      obfs_password: 'fog',
    },
    'node-tuic': {
      protocol: 'tuic',
      tls: 1,
      network: 'udp',
      tls_settings: json(tlsOf()),
      congestion_control: 'cubic',
      disable_sni: 0,
      zero_rtt_handshake: 0,
      udp_relay_mode: 'native',
    },
    'node-anytls': { protocol: 'anytls', tls: 1, network: 'tcp', tls_settings: json(tlsOf()) },
    'node-anytls-reality': { protocol: 'anytls', tls: 2, network: 'tcp', tls_settings: json(REALITY) },
  },
}

const xboard = (type: string, settings: object, more: PanelRow = {}): PanelRow => ({
  type,
  protocol_settings: json(settings),
  ...more,
})
const xTls = { tls: 1, tls_settings: { server_name: 'sni.example.com', allow_insecure: true } }
const xReality = { tls: 2, reality_settings: REALITY }
const quic = { tls: { server_name: 'sni.example.com', allow_insecure: true } }
const multiplex = { enabled: true, protocol: 'yamux', max_connections: 4, padding: true, brutal: { enabled: false } }
const xEch = { enabled: true, config: ECH }

const ofXboard: Record<string, Kinds> = {
  v2_server: {
    'vmess-tcp': xboard('vmess', { tls: 0, network: 'tcp', network_settings: null }),
    'vmess-http': xboard('vmess', { tls: 0, network: 'tcp', network_settings: httpHeader }),
    'vmess-ws': xboard('vmess', { ...xTls, network: 'ws', network_settings: ws }),
    'vmess-upgrade': xboard('vmess', { ...xTls, network: 'httpupgrade', network_settings: { path: '/u' } }),
    'vmess-mux': xboard('vmess', { tls: 0, network: 'tcp', multiplex }),
    'vmess-h2': xboard('vmess', { ...xTls, network: 'h2', network_settings: { path: '/h', host: ['h.example.com'] } }),
    'vless-vision': xboard('vless', { ...xTls, network: 'tcp', ...vision }),
    'vless-reality': xboard('vless', {
      ...xReality,
      network: 'tcp',
      ...vision,
      utls: {
        enabled: true,
        fingerprint: 'firefox',
      },
    }),
    'vless-grpc': xboard('vless', { ...xTls, network: 'grpc', network_settings: { serviceName: 'gun' } }),
    'vless-xhttp': xboard('vless', {
      ...xTls,
      network: 'xhttp',
      network_settings: {
        path: '/x',
        host: 'cdn.example.com',
        mode: 'auto',
      },
    }),
    'vless-ech': xboard('vless', {
      tls: 1,
      network: 'tcp',
      tls_settings: {
        server_name: 'sni.example.com',
        allow_insecure: false,
        ech: xEch,
      },
    }),
    'trojan-tcp': xboard('trojan', { ...xTls, network: 'tcp' }),
    'trojan-ws': xboard('trojan', { ...xTls, network: 'ws', network_settings: ws }),
    'trojan-reality': xboard('trojan', { ...xReality, network: 'tcp' }),
    'trojan-old': xboard('trojan', { network: 'tcp', network_settings: [] }),
    'ss-2022': xboard('shadowsocks', { cipher: '2022-blake3-aes-256-gcm' }),
    'ss-plugin': xboard('shadowsocks', {
      cipher: 'aes-128-gcm',
      plugin: 'obfs-local',
      plugin_opts: 'obfs=http;obfs-host=o.example.com',
    }),
    'ss-range': xboard('shadowsocks', { cipher: 'aes-256-gcm' }, { port: '20000-20009' }),
    'hysteria-one': xboard('hysteria', { version: 1, bandwidth: { up: 10, down: 20 }, ...quic }),
    'hysteria-two': xboard('hysteria', {
      version: 2,
      bandwidth: {
        up: 100,
        down: 200,
      },
      ...quic,
      obfs: {
        open: true,
        type: 'salamander',
        password: 'fog',
      },
    }),
    'hysteria-hops': xboard('hysteria', { version: 2, ...quic, hop_interval: 30 }, { port: '20000-30000' }),
    'tuic-cubic': xboard('tuic', {
      version: 5,
      congestion_control: 'cubic',
      alpn: ['h3'],
      udp_relay_mode: 'native',
      ...quic,
    }),
    'tuic-four': xboard('tuic', { version: 4, congestion_control: 'bbr', udp_relay_mode: 'quic', ...quic }),
    'anytls-own': xboard('anytls', { ...quic, padding_scheme: ['stop=2', '0=10-10'] }),
    'anytls-ech': xboard('anytls', { tls: { server_name: 'sni.example.com', allow_insecure: false, ech: xEch } }),
    'socks-five': xboard('socks', { tls: 0 }),
    'naive-one': xboard('naive', { tls: 1 }),
    'http-one': xboard('http', { tls: 0 }),
    'mieru-one': xboard('mieru', { transport: 'TCP' }),
  },
}

const KINDS: Record<PanelName, Record<string, Kinds>> = { v2board: ofV2board, fork: ofFork, xboard: ofXboard }

/** The rows of all kinds, each at a host of its name. */
export function nodeRows(panel: PanelName): Record<string, PanelRow[]> {
  const made = panel === 'xboard' ? '2026-01-02 03:04:05' : 1_767_294_245
  const group = panel === 'xboard' ? { group_ids: '["1"]' } : { group_id: '["1"]' }
  const tables = Object.entries(KINDS[panel]).map(([table, kinds]): [string, PanelRow[]] => [
    table,
    Object.entries({ ...kinds, ...ODD_KINDS[panel][table] }).map(([name, row], at) => {
      const own = { id: at + 1, name, host: `${name}.example.com`, port: '443', server_port: 443, rate: '1', show: 1 }
      return { ...own, ...group, sort: at, created_at: made, updated_at: made, ...row }
    }),
  ])
  return Object.fromEntries(tables)
}
