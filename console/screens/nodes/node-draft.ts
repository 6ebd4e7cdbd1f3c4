import type { nodeProtocols } from '../../../contract/console/choices.ts'
import type { NodeDetail } from '../../../contract/console/nodes.ts'

export type NodeProtocol = (typeof nodeProtocols)[number]
type Value = string | number | boolean
export type NodeDraft = {
  name: string
  nameZhTw: string
  nameEn: string
  region: string
  address: string
  port: number
  protocol: NodeProtocol
  connection: 'agent' | 'uniproxy'
  onlyFor: string
  ratePercent: number
  capacity: number
  speedMbps: number
  suits: ('game' | 'video' | 'saver')[]
  settings: Record<string, Value>
  privateKey: string
}

export const FIRST: NodeDraft = {
  name: '',
  nameZhTw: '',
  nameEn: '',
  region: '',
  address: '',
  port: 443,
  protocol: 'vless',
  connection: 'agent',
  onlyFor: '',
  ratePercent: 100,
  capacity: 1000,
  speedMbps: 1000,
  suits: [],
  settings: {},
  privateKey: '',
}

export function draftOf(node: NodeDetail): NodeDraft {
  const { name, names, region, address, port, protocol, connection, ratePercent, capacity, speedMbps, suits } = node
  const place = { name, nameZhTw: names['zh-TW'] ?? '', nameEn: names.en ?? '', region, address, port }
  const shape = { protocol, connection, onlyFor: '', ratePercent, capacity, speedMbps }
  return { ...place, ...shape, suits: [...suits], settings: { ...node.settings }, privateKey: '' }
}

export type Setting = {
  key: SettingKey
  kind: 'text' | 'number' | 'flag' | 'choice'
  options?: readonly string[]
  /** One option is always chosen; otherwise the setting may stay empty. */
  isSet?: true
}
export type SettingKey =
  | 'network'
  | 'path'
  | 'host'
  | 'serviceName'
  | 'security'
  | 'sni'
  | 'fingerprint'
  | 'allowInsecure'
  | 'flow'
  | 'publicKey'
  | 'shortId'
  | 'cipher'
  | 'engine'
  | 'obfsPassword'
  | 'upMbps'
  | 'downMbps'
  | 'congestionControl'
  | 'certMode'
  | 'certFile'
  | 'keyFile'
  | 'dnsProvider'
  | 'reportMinKb'
  | 'deviceMinKb'
  | 'blockBittorrent'
  | 'blockPorts'
  | 'blockAddresses'
  | 'blockNames'
  | 'dns'

const text = (key: SettingKey): Setting => ({ key, kind: 'text' })
const flag: Setting = { key: 'allowInsecure', kind: 'flag' }
const tls = [text('sni'), text('fingerprint'), flag]
const CIPHERS = ['chacha20-ietf-poly1305', 'aes-128-gcm', 'aes-256-gcm']

const ALWAYS_TLS: readonly string[] = ['trojan', 'hysteria2', 'tuic', 'anytls'] satisfies NodeProtocol[]

/** The settings that the form shows, by protocol, connection and earlier choices. */
export function settingsOf(draft: NodeDraft): Setting[] {
  return draft.connection === 'agent'
    ? protocolSettings(draft)
    : [...protocolSettings(draft), ...foreignSettings(draft)]
}

/** How a foreign agent gets its certificate, what is too little for it to report, and what it lets nobody reach. */
function foreignSettings({ protocol, settings: { security, certMode } }: NodeDraft): Setting[] {
  const isTls = ALWAYS_TLS.includes(protocol) || security === 'tls'
  return [
    ...(isTls ? [{ key: 'certMode', kind: 'choice', options: ['file', 'self', 'http', 'dns'] } as const] : []),
    ...(isTls && certMode === 'dns' ? [text('dnsProvider')] : []),
    ...(isTls && certMode ? [text('certFile'), text('keyFile')] : []),
    { key: 'reportMinKb', kind: 'number' },
    { key: 'deviceMinKb', kind: 'number' },
    { key: 'blockBittorrent', kind: 'flag' },
    text('blockPorts'),
    text('blockAddresses'),
    text('blockNames'),
    text('dns'),
  ]
}

function protocolSettings({ protocol, connection, settings }: NodeDraft): Setting[] {
  const isOurs = connection === 'agent'
  switch (protocol) {
    case 'shadowsocks':
      return [
        { key: 'cipher', kind: 'choice', options: CIPHERS, isSet: true },
        ...(isOurs
          ? [{ key: 'engine', kind: 'choice', options: ['v2ray', 'shadowsocks-libev'], isSet: true } as const]
          : []),
      ]
    case 'hysteria2':
      return [
        text('sni'),
        text('obfsPassword'),
        { key: 'upMbps', kind: 'number' },
        { key: 'downMbps', kind: 'number' },
        flag,
      ]
    case 'tuic':
      return [text('sni'), { key: 'congestionControl', kind: 'choice', options: ['bbr', 'cubic'] }, flag]
    case 'anytls':
      return tls
    case 'trojan':
      return [...transport(isOurs, settings), ...tls]
    case 'vmess':
    case 'vless':
      return [...transport(isOurs, settings), ...securityOf(protocol, isOurs, settings)]
  }
}

function transport(isOurs: boolean, settings: NodeDraft['settings']): Setting[] {
  const options = isOurs ? ['tcp', 'ws'] : ['tcp', 'ws', 'grpc']
  return [
    { key: 'network', kind: 'choice', options, isSet: true },
    ...(settings['network'] === 'ws' ? [text('path'), text('host')] : []),
    ...(settings['network'] === 'grpc' ? [text('serviceName')] : []),
  ]
}

function securityOf(protocol: 'vless' | 'vmess', isOurs: boolean, settings: NodeDraft['settings']): Setting[] {
  const canReality = protocol === 'vless' && !isOurs
  const { security, network = 'tcp' } = settings
  const isSafe = security === 'tls' || security === 'reality'
  return [
    { key: 'security', kind: 'choice', options: ['none', 'tls', ...(canReality ? ['reality'] : [])], isSet: true },
    ...(security === 'tls' ? tls : []),
    ...(security === 'reality' ? [text('sni'), text('publicKey'), text('shortId'), text('fingerprint')] : []),
    ...(canReality && isSafe && network === 'tcp'
      ? [{ key: 'flow', kind: 'choice', options: ['xtls-rprx-vision'] } as const]
      : []),
  ]
}

/** Visible settings that are filled in; a setting that is always set gets its first option. */
export function filledSettings(draft: NodeDraft): Record<string, Value> {
  const pairs = settingsOf(draft).map(({ key, isSet, options }) => {
    const value = draft.settings[key] ?? (isSet ? options![0]! : '')
    return [key, typeof value === 'string' ? value.trim() : value] as const
  })
  return Object.fromEntries(pairs.filter(([, value]) => value !== '' && value !== false))
}

/** Fields that may also be changed later. */
export function placeOf(draft: NodeDraft) {
  const { region, address, port, ratePercent, capacity, speedMbps, suits } = draft
  const names = { 'zh-TW': draft.nameZhTw.trim(), en: draft.nameEn.trim() }
  const shape = { port, ratePercent, capacity, speedMbps, suits, settings: filledSettings(draft) }
  return { name: draft.name.trim(), names, region: region.trim().toUpperCase(), address: address.trim(), ...shape }
}
