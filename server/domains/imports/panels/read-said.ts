import { is2022 } from '../../../../contract/shadowsocks-2022.ts'
import type { Row } from '../reader/row.ts'

export type Settings = Record<string, unknown>

/** The columns of the older panels, or Xboard's JSON, under one set of names. */
export type Said = {
  network: string
  transport: Settings
  security: 'none' | 'tls' | 'reality'
  tls: Settings
  flow: string
  cipher: string
  up: number
  down: number
  obfs: string
  obfsPassword: string
  hop: number | null
  congestion: string
  /** What is only looked at to say that it does not come. */
  more: Settings
  /** Half of an encryption of vless, or a kind that nobody here knows. */
  lacksHalves: boolean
  /** A cipher of 2022 whose key cannot be worked out. */
  lacksKey: boolean
}
type Read = Omit<Said, 'lacksHalves' | 'lacksKey'>

export function readSaid(row: Row, has: { halves: boolean; serverKey: boolean }): Said {
  const read = row.has('protocol_settings') ? readJson(row) : readColumns(row)
  const { encryption } = read.more
  const isEncrypted = typeof encryption === 'object' ? isOn(asRecord(encryption)['enabled']) : isOn(encryption)
  return {
    ...read,
    network: read.network.toLowerCase() || 'tcp',
    lacksHalves: isEncrypted && !has.halves,
    lacksKey: is2022(read.cipher) && !has.serverKey,
  }
}

function readColumns(row: Row): Read {
  const tls = { ...asRecord(row.json('tlssettings')), ...asRecord(row.json('tls_settings')) }
  const own = {
    ...(row.text('server_name') ? { server_name: row.text('server_name') } : {}),
    ...(row.flag('allow_insecure') || row.flag('insecure') ? { allow_insecure: 1 } : {}),
  }
  const obfs = row.text('obfs') ?? ''
  return {
    network: row.text('network') ?? '',
    transport: { ...asRecord(row.json('networksettings')), ...asRecord(row.json('network_settings')) },
    security: securityOf(row.number('tls')),
    tls: { ...tls, ...own },
    flow: row.text('flow') ?? '',
    cipher: row.text('cipher') ?? '',
    up: row.number('up_mbps') ?? 0,
    down: row.number('down_mbps') ?? 0,
    obfs,
    obfsPassword: obfs ? (row.text('obfs_password') ?? '') : '',
    hop: null,
    congestion: row.text('congestion_control') ?? '',
    more: {
      encryption: row.text('encryption'),
      udp_relay_mode: row.text('udp_relay_mode'),
      disable_sni: row.text('disable_sni'),
      zero_rtt_handshake: row.text('zero_rtt_handshake'),
      padding_scheme: linesOf(row.text('padding_scheme')),
    },
  }
}

function readJson(row: Row): Read {
  const json = asRecord(row.json('protocol_settings'))
  const security = securityOf(typeof json['tls'] === 'object' ? 1 : Number(json['tls'] ?? 0))
  const obfs = asRecord(json['obfs'])
  const isHidden = isOn(obfs['open'])
  const bandwidth = asRecord(json['bandwidth'])
  const utls = asRecord(json['utls'])
  const network = String(json['network'] ?? '')
  const transport = asRecord(json['network_settings'])
  // Where these name no host, Xboard tells clients the node's own.
  const needsHost = ['httpupgrade', 'xhttp'].includes(network) && !('host' in transport)
  return {
    network,
    transport: needsHost ? { ...transport, host: row.text('host') } : transport,
    security,
    tls: {
      server_name: json['server_name'],
      allow_insecure: json['allow_insecure'],
      ...present(asRecord(json['tls_settings'])),
      ...present(asRecord(json['tls'])),
      ...(security === 'reality' ? asRecord(json['reality_settings']) : {}),
      ...(isOn(utls['enabled']) ? { fingerprint: textOf(utls, 'fingerprint') || 'chrome' } : {}),
    },
    flow: String(json['flow'] ?? ''),
    cipher: String(json['cipher'] ?? ''),
    up: Number(bandwidth['up'] ?? 0),
    down: Number(bandwidth['down'] ?? 0),
    obfs: isHidden ? textOf(obfs, 'type') || 'salamander' : textOf(json, 'obfs'),
    obfsPassword: isHidden ? String(obfs['password'] ?? '') : '',
    hop: Number(json['hop_interval']) || null,
    congestion: String(json['congestion_control'] ?? 'cubic'),
    more: { ...json, padding_scheme: linesOf(json['padding_scheme']) },
  }
}

/** A list of lines, as JSON, as text, or as it was read. */
function linesOf(said: unknown): string {
  const text = typeof said === 'string' ? said.trim() : JSON.stringify(said ?? [])
  const quoted = [...text.matchAll(/"([^"]*)"/g)].map(([, line = '']) => line)
  return quoted.length > 0 ? quoted.join('\n') : text.replace(/^\[\]$/, '')
}

function securityOf(tls: number | null): Said['security'] {
  return tls === 2 ? 'reality' : tls === 1 ? 'tls' : 'none'
}

/** Null is how the panels write that nothing was chosen. */
function present(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null))
}

export function asRecord(json: unknown): Settings {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Settings) : {}
}

/** The first of these that says something. */
export function textOf(from: Settings, ...names: string[]): string {
  const found = names
    .map((name) => from[name])
    .map((value) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''))
  return found.find((text) => text !== '') ?? ''
}

/** In the panels' JSON and text columns, `0`, `none`, `false` and what is empty all say no. */
export function isOn(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return !['', '0', 'none', 'false', 'null', 'undefined'].includes(String(value))
}
