import { createHash } from 'node:crypto'

import { is2022, keyBytes2022 } from '../../../../contract/shadowsocks-2022.ts'
import { ENCRYPTION_NAME } from '../../../../contract/vless-encryption.ts'
import type { Row } from '../reader/row.ts'

type Settings = Record<string, unknown>
export type NodeDetails = {
  /** In the words of our node settings; whether they fit together is looked at when the node is made. */
  settings: Settings
  realityPrivateKey: string | null
  /** The node's half of `settings.encryption`. */
  decryption: string | null
}

/** The columns of the older panels, or Xboard's JSON, under one set of names. */
type Said = {
  network: string
  transport: Settings
  security: 'none' | 'tls' | 'reality'
  tls: Settings
  flow: string
  cipher: string
  up: number
  down: number
  obfsPassword: string
  congestion: string
}

export function readDetails(row: Row, protocol: string): NodeDetails {
  const said = row.has('protocol_settings') ? readJson(row) : readColumns(row)
  const isReality = protocol === 'vless' && said.security === 'reality'
  const key = textOf(said.tls, 'private_key', 'privateKey')
  const halves = protocol === 'vless' ? halvesOf(row) : null
  return {
    settings: without({ ...settingsOf(row, protocol, said), encryption: halves?.encryption ?? '' }),
    realityPrivateKey: isReality && key !== '' ? key : null,
    decryption: halves?.decryption ?? null,
  }
}

/** Both halves of VLESS's own encryption: Xboard keeps each whole, the others keep the parts. Null: there is none, or half of one. */
function halvesOf(row: Row): { encryption: string; decryption: string } | null {
  const ofXboard = asRecord(asRecord(row.json('protocol_settings'))['encryption'])
  const parts = asRecord(row.json('encryption_settings'))
  const isInParts = !row.has('protocol_settings') && row.text('encryption') === ENCRYPTION_NAME
  const join = (...names: string[]) =>
    [ENCRYPTION_NAME, ...names.map((name) => textOf(parts, name)).filter(Boolean)].join('.')
  const [encryption, decryption] = isInParts
    ? textOf(parts, 'password') && textOf(parts, 'private_key')
      ? [join('mode', 'rtt', 'client_padding', 'password'), join('mode', 'ticket', 'server_padding', 'private_key')]
      : ['', '']
    : isOn(ofXboard['enabled'])
      ? [textOf(ofXboard, 'encryption'), textOf(ofXboard, 'decryption')]
      : ['', '']
  return encryption && decryption ? { encryption, decryption } : null
}

function readColumns(row: Row): Said {
  const tls = { ...asRecord(row.json('tlssettings')), ...asRecord(row.json('tls_settings')) }
  const own = {
    ...(row.text('server_name') ? { server_name: row.text('server_name') } : {}),
    ...(row.flag('allow_insecure') || row.flag('insecure') ? { allow_insecure: 1 } : {}),
  }
  return {
    network: row.text('network') ?? '',
    transport: { ...asRecord(row.json('networksettings')), ...asRecord(row.json('network_settings')) },
    security: securityOf(row.number('tls')),
    tls: { ...tls, ...own },
    flow: row.text('flow') ?? '',
    cipher: row.text('cipher') ?? '',
    up: row.number('up_mbps') ?? 0,
    down: row.number('down_mbps') ?? 0,
    obfsPassword: row.text('obfs') ? (row.text('obfs_password') ?? '') : '',
    congestion: row.text('congestion_control') ?? '',
  }
}

function readJson(row: Row): Said {
  const json = asRecord(row.json('protocol_settings'))
  const security = securityOf(typeof json['tls'] === 'object' ? 1 : Number(json['tls'] ?? 0))
  const obfs = asRecord(json['obfs'])
  const bandwidth = asRecord(json['bandwidth'])
  const own = Object.fromEntries(
    ['server_name', 'allow_insecure'].filter((name) => name in json).map((name) => [name, json[name]]),
  )
  return {
    network: String(json['network'] ?? ''),
    transport: asRecord(json['network_settings']),
    security,
    tls: {
      ...own,
      ...asRecord(json['tls_settings']),
      ...asRecord(json['tls']),
      ...(security === 'reality' ? asRecord(json['reality_settings']) : {}),
    },
    flow: String(json['flow'] ?? ''),
    cipher: String(json['cipher'] ?? ''),
    up: Number(bandwidth['up'] ?? 0),
    down: Number(bandwidth['down'] ?? 0),
    obfsPassword: isOn(obfs['open']) ? String(obfs['password'] ?? '') : '',
    congestion: String(json['congestion_control'] ?? ''),
  }
}

function settingsOf(row: Row, protocol: string, said: Said): Settings {
  if (protocol === 'shadowsocks') return { cipher: said.cipher, serverKey: serverKeyOf(row, said.cipher) }
  const place = tlsOf(said)
  if (protocol === 'hysteria2') {
    const speed = { upMbps: speedOf(said.up), downMbps: speedOf(said.down) }
    return { ...place, ...speed, obfsPassword: said.obfsPassword, ports: hopsOf(row) }
  }
  if (protocol === 'tuic') {
    return { ...place, congestionControl: ['bbr', 'cubic'].includes(said.congestion) ? said.congestion : '' }
  }
  if (protocol === 'anytls') return place
  const stream = streamOf(said)
  if (protocol === 'trojan') return { ...stream, ...place }
  const { security } = said
  const isPlain = security === 'none'
  return {
    ...stream,
    ...(isPlain ? {} : place),
    security: protocol === 'vmess' && security === 'reality' ? 'tls' : security,
    ...(protocol === 'vless' && said.flow.startsWith('xtls-rprx-vision') ? { flow: 'xtls-rprx-vision' } : {}),
    ...(protocol === 'vless' && security === 'reality' ? realityOf(said) : {}),
  }
}

function realityOf({ tls }: Said): Settings {
  return { publicKey: textOf(tls, 'public_key', 'publicKey'), shortId: textOf(tls, 'short_id', 'shortId') }
}

function tlsOf({ tls }: Said): Settings {
  const isInsecure = isOn(tls['allow_insecure'] ?? tls['allowInsecure'])
  return {
    sni: textOf(tls, 'server_name', 'serverName'),
    fingerprint: textOf(tls, 'fingerprint'),
    ...(isInsecure ? { allowInsecure: true } : {}),
  }
}

function streamOf({ network, transport }: Said): Settings {
  const kind = network === '' ? 'tcp' : network.toLowerCase()
  if (kind === 'tcp') return { network: 'tcp' }
  if (kind === 'grpc') return { network: kind, serviceName: textOf(transport, 'serviceName', 'service_name') }
  const host = textOf(transport, 'host') || textOf(asRecord(transport['headers']), 'Host', 'host')
  const mode = kind === 'xhttp' ? { xhttpMode: textOf(transport, 'mode') } : {}
  return { network: kind, path: textOf(transport, 'path') || '/', host, ...mode }
}

/** Several ports, or a range of them, among which clients hop. */
function hopsOf(row: Row): string {
  const port = (row.text('port') ?? '').trim()
  return /^\d{1,5}$/.test(port) ? '' : port.replaceAll(/\s/g, '')
}

/** As the panels make it, of the moment when the node was made; Xboard keeps that as text of Shanghai. */
function serverKeyOf(row: Row, cipher: string): string {
  if (!is2022(cipher)) return ''
  const text = row.text('created_at') ?? ''
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : Date.parse(`${text.trim().replace(' ', 'T')}+08:00`) / 1000
  if (!Number.isSafeInteger(seconds)) return ''
  const digest = createHash('md5').update(String(seconds)).digest('hex')
  return Buffer.from(digest.slice(0, keyBytes2022[cipher])).toString('base64')
}

function speedOf(mbps: number): number | string {
  return Number.isInteger(mbps) && mbps >= 1 && mbps <= 100_000 ? mbps : ''
}

function securityOf(tls: number | null): Said['security'] {
  return tls === 2 ? 'reality' : tls === 1 ? 'tls' : 'none'
}

function asRecord(json: unknown): Settings {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Settings) : {}
}

function textOf(from: Settings, ...names: string[]): string {
  const found = names.map((name) => from[name]).find((value) => typeof value === 'string' || typeof value === 'number')
  return found === undefined ? '' : String(found).trim()
}

function isOn(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}

/** Leaves out empty settings: the panels write them where nothing was chosen. */
function without(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== '' && value !== undefined))
}
