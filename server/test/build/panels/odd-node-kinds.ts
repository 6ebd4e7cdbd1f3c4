import type { PanelRow } from './rows.ts'
import type { PanelName } from './schemas.ts'

type Kinds = Record<string, PanelRow>

const json = (settings: unknown) => JSON.stringify(settings)
const named = { server_name: 'sni.example.com' }
const upgrade = { path: '/u', host: 'cdn.example.com' }
/** Where no panel looks: a host beside the headers, a header in small letters, the other spelling of a name. */
const beside = { path: '/ray', host: 'beside.example.com', headers: { host: 'small.example.com' } }
const REALITY = {
  public_key: 'aHR0cHM6Ly9leGFtcGxlLmNvbS9wdWJsaWMta2V5MDA',
  private_key: 'aHR0cHM6Ly9leGFtcGxlLmNvbS9wcml2YXRlLWtleTA',
  short_id: '',
  server_name: 'www.apple.com',
  allow_insecure: 1,
}
/** The two halves of one pair, from RFC 7748. */
const PUBLIC = 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo'
const PRIVATE = 'dwdtCnMYpX08FsFyUbJmRd9ML4frwJkqsXf7pR25LCo'
const ENCRYPTION = 'mlkem768x25519plus'
const halves = { mode: 'native', rtt: '0rtt', ticket: '600s', password: PUBLIC, private_key: PRIVATE }

const VMESS: Kinds = {
  'vmess-words': { network: 'tcp', networkSettings: 'null', tls: 1, tlsSettings: '[]' },
  'vmess-no-json': { network: 'tcp', networkSettings: '{"header":', tls: 1, tlsSettings: '' },
  'vmess-beside': { network: 'ws', networkSettings: json(beside), tls: 0, tlsSettings: null },
  'vmess-service': { network: 'grpc', networkSettings: json({ service_name: 'gun' }), tls: 0, tlsSettings: null },
  'vmess-range': { network: 'tcp', networkSettings: '{}', tls: 0, tlsSettings: null, port: '20000-20009' },
  'vmess-six': { network: 'tcp', networkSettings: '{}', tls: 0, tlsSettings: null, host: '2001:db8::1' },
  'vmess-left-over': {
    network: 'tcp',
    networkSettings: json(beside),
    tls: 0,
    tlsSettings: json({ serverName: 'x.example' }),
  },
}

const ofFork: Record<string, Kinds> = {
  v2_server_vmess: {
    ...VMESS,
    'vmess-upgrade': { network: 'httpupgrade', networkSettings: json(upgrade), tls: 0, tlsSettings: null },
    'vmess-xhttp': {
      network: 'xhttp',
      networkSettings: json({ ...upgrade, mode: 'packet-up' }),
      tls: 0,
      tlsSettings: null,
    },
  },
  v2_server_vless: {
    'vless-encrypted': { network: 'tcp', tls: 0, encryption: ENCRYPTION, encryption_settings: json(halves) },
    'vless-half': {
      network: 'tcp',
      tls: 0,
      encryption: ENCRYPTION,
      encryption_settings: json({ ...halves, private_key: '' }),
    },
    'vless-bare-reality': { network: 'tcp', network_settings: 'null', tls: 2, tls_settings: json(REALITY) },
    'vless-no-settings': { network: 'ws', network_settings: null, tls: 1, tls_settings: null },
    'vless-beside': { network: 'ws', network_settings: json(beside), tls: 1, tls_settings: json(named) },
    'vless-left-over': { network: 'tcp', network_settings: json(beside), tls: 0, tls_settings: json(named) },
    'vless-upgrade-bare': { network: 'httpupgrade', network_settings: '{}', tls: 1, tls_settings: json(named) },
  },
  v2_server_shadowsocks: {
    'ss-chacha-2022': { cipher: '2022-blake3-chacha20-poly1305' },
    'ss-six': { cipher: 'aes-128-gcm', host: '2001:db8::1' },
  },
  v2_server_hysteria: {
    'hysteria-range': { version: 2, up_mbps: 0, down_mbps: 0, insecure: 0, port: '20000-20009' },
    'hysteria-no-password': {
      version: 2,
      up_mbps: 0,
      down_mbps: 0,
      insecure: 0,
      obfs: 'salamander',
      obfs_password: '',
    },
  },
  v2_server_v2node: {
    'node-anytls-ws': {
      protocol: 'anytls',
      tls: 1,
      network: 'ws',
      network_settings: json({ path: '/ray' }),
      tls_settings: json(named),
    },
    'node-hops': {
      protocol: 'hysteria2',
      tls: 1,
      tls_settings: json(named),
      up_mbps: 0,
      down_mbps: 0,
      port: '20000-30000,40000',
    },
    'node-trojan-upgrade': {
      protocol: 'trojan',
      tls: 1,
      network: 'httpupgrade',
      network_settings: json(upgrade),
      tls_settings: json(named),
    },
    'node-vless-encrypted': {
      protocol: 'vless',
      tls: 1,
      network: 'tcp',
      tls_settings: json(named),
      encryption: ENCRYPTION,
      encryption_settings: json(halves),
    },
    'node-trojan-ech': {
      protocol: 'trojan',
      tls: 1,
      network: 'tcp',
      tls_settings: json({ ...named, ech: 'cloudflare' }),
    },
  },
}

const xboard = (type: string, settings: object, more: PanelRow = {}): PanelRow => ({
  type,
  protocol_settings: json(settings),
  ...more,
})
const multiplex = { enabled: true, protocol: 'yamux', max_connections: 4 }
const xTls = { tls: 1, tls_settings: named }
const encrypted = {
  enabled: true,
  encryption: `${ENCRYPTION}.native.0rtt.${PUBLIC}`,
  decryption: `${ENCRYPTION}.native.600s.${PRIVATE}`,
}

const ofXboard: Record<string, Kinds> = {
  v2_server: {
    'vmess-beside': xboard('vmess', { tls: '1', tls_settings: named, network: 'ws', network_settings: beside }),
    'vmess-grpc': xboard('vmess', { tls: 0, network: 'grpc', network_settings: { serviceName: 'gun' } }),
    'vmess-service': xboard('vmess', { tls: 0, network: 'grpc', network_settings: { service_name: 'gun' } }),
    'vmess-xhttp': xboard('vmess', {
      ...xTls,
      network: 'xhttp',
      network_settings: { ...upgrade, extra: { xPaddingBytes: '1-9' } },
    }),
    'vless-encrypted': xboard('vless', { tls: 0, network: 'tcp', encryption: encrypted }),
    'vless-half': xboard('vless', { tls: 0, network: 'tcp', encryption: { ...encrypted, decryption: null } }),
    'vless-off': xboard('vless', { tls: 0, network: 'tcp', encryption: { ...encrypted, enabled: false } }),
    'vless-bare-reality': xboard('vless', { tls: 2, network: 'tcp', reality_settings: REALITY, tls_settings: named }),
    'vless-no-settings': xboard('vless', { tls: 1, tls_settings: null, network: 'ws', network_settings: null }),
    'vless-kcp': xboard('vless', { tls: 0, network: 'kcp', network_settings: { seed: 'x' } }),
    'vless-h2': xboard('vless', { ...xTls, network: 'h2', network_settings: { path: '/h', host: ['h.example.com'] } }),
    'vless-upgrade': xboard('vless', { ...xTls, network: 'httpupgrade', network_settings: { path: '/u', host: '' } }),
    'vless-mux': xboard('vless', { ...xTls, network: 'tcp', multiplex }),
    'vless-six': xboard('vless', { ...xTls, network: 'tcp' }, { host: '2001:db8::1' }),
    'vless-no-json': { type: 'vless', protocol_settings: '[]' },
    'trojan-grpc': xboard('trojan', { ...xTls, network: 'grpc', network_settings: { serviceName: 'gun' } }),
    'trojan-upgrade': xboard('trojan', { ...xTls, network: 'httpupgrade', network_settings: upgrade }),
    'trojan-words': xboard('trojan', {
      tls: '0',
      network: 'tcp',
    }),
    'trojan-mux': xboard('trojan', { ...xTls, network: 'tcp', multiplex }),
    'ss-obfs-old': xboard('shadowsocks', {
      cipher: 'aes-128-gcm',
      obfs: 'http',
      obfs_settings: { host: 'o.example.com', path: '/o' },
    }),
    'hysteria-words': xboard('hysteria', {
      version: '2',
      bandwidth: { up: '10', down: null },
      obfs: { open: false, password: 'x' },
      tls: named,
    }),
    'hysteria-no-password': xboard('hysteria', {
      version: 2,
      obfs: { open: true, type: 'salamander', password: null },
      tls: named,
    }),
    'hysteria-empty': xboard('hysteria', {}),
    'tuic-empty': xboard('tuic', { tls: named }),
    'tuic-reno': xboard('tuic', { version: 5, congestion_control: 'new_reno', udp_relay_mode: 'quic', tls: named }),
    'anytls-bare': xboard('anytls', { tls: null }),
  },
}

/** Settings that somebody wrote by hand, left over from a change, or only half made. */
export const ODD_KINDS: Record<PanelName, Record<string, Kinds>> = {
  v2board: { v2_server_vmess: VMESS },
  fork: ofFork,
  xboard: ofXboard,
}
