import type { nodeProtocols } from '../../../contract/console/choices.ts'
import type { NodeDetail } from '../../../contract/console/nodes.ts'
import { engineOf, hasOwnPorts, usesTls } from '../../../contract/node-engines.ts'
import { is2022, keyBytes2022 } from '../../../contract/shadowsocks-2022.ts'

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
  /** The node's half of `settings.encryption`. */
  decryption: string
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
  decryption: '',
}

export function draftOf(node: NodeDetail): NodeDraft {
  const { name, names, region, address, port, protocol, connection, ratePercent, capacity, speedMbps, suits } = node
  const place = { name, nameZhTw: names['zh-TW'] ?? '', nameEn: names.en ?? '', region, address, port }
  const shape = { protocol, connection, onlyFor: '', ratePercent, capacity, speedMbps }
  const secrets = { privateKey: '', decryption: '' }
  return { ...place, ...shape, suits: [...suits], settings: { ...node.settings }, ...secrets }
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
  | 'xhttpMode'
  | 'security'
  | 'sni'
  | 'fingerprint'
  | 'allowInsecure'
  | 'certSha256'
  | 'flow'
  | 'encryption'
  | 'publicKey'
  | 'shortId'
  | 'serverNames'
  | 'shortIds'
  | 'target'
  | 'ports'
  | 'hopSeconds'
  | 'addresses'
  | 'relayAddress'
  | 'relayPort'
  | 'cipher'
  | 'serverKey'
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
const certificate = [flag, text('certSha256')]
const tls = [text('sni'), text('fingerprint'), ...certificate]
const REALITY = (['sni', 'serverNames', 'publicKey', 'shortId', 'shortIds', 'target', 'fingerprint'] as const).map(text)
const NETWORKS = ['tcp', 'ws', 'grpc', 'httpupgrade', 'xhttp']
const XHTTP_MODES = ['auto', 'packet-up', 'stream-up', 'stream-one']
const CIPHERS_2022 = Object.keys(keyBytes2022)
const CIPHERS = ['chacha20-ietf-poly1305', 'aes-128-gcm', 'aes-256-gcm']

export type SettingGroup = 'connection' | 'certificate' | 'place' | 'foreign' | 'routes'

/** The settings that the form shows, by protocol, connection and earlier choices, in groups with a heading each. */
export function settingGroups(draft: NodeDraft): [SettingGroup, Setting[]][] {
  const isForeign = draft.connection === 'uniproxy'
  const groups: [SettingGroup, Setting[]][] = [
    ['connection', protocolSettings(draft)],
    ['certificate', isForeign ? [] : ownCertificate(draft)],
    ['place', placeSettings(draft)],
    ['foreign', isForeign ? foreignSettings(draft) : []],
    ['routes', routeSettings(draft, isForeign)],
  ]
  return groups.filter(([, settings]) => settings.length > 0)
}

export const settingsOf = (draft: NodeDraft): Setting[] => settingGroups(draft).flatMap(([, settings]) => settings)

/** Where clients find the node. Lines with a port each keep it through a relay. */
function placeSettings(draft: NodeDraft): Setting[] {
  const isByPort = draft.connection === 'agent' && hasOwnPorts(draft)
  const isRelayed = Boolean(draft.settings['relayAddress'])
  return [
    ...(isRelayed ? [] : [text('addresses')]),
    text('relayAddress'),
    ...(isRelayed && !isByPort ? [{ key: 'relayPort', kind: 'number' } as const] : []),
  ]
}

/** Our agent makes its certificate itself, or has its files in agent.json. */
function ownCertificate(draft: NodeDraft): Setting[] {
  return usesTls(draft) ? [{ key: 'certMode', kind: 'choice', options: ['file', 'self'] }] : []
}

/** How a foreign agent gets its certificate, and what is too little for it to report. */
function foreignSettings(draft: NodeDraft): Setting[] {
  const { certMode } = draft.settings
  const certificateOf: Setting[] = [
    { key: 'certMode', kind: 'choice', options: ['file', 'self', 'http', 'dns'] },
    ...(certMode === 'dns' ? [text('dnsProvider')] : []),
    ...(certMode ? [text('certFile'), text('keyFile')] : []),
  ]
  return [
    ...(usesTls(draft) ? certificateOf : []),
    { key: 'reportMinKb', kind: 'number' },
    { key: 'deviceMinKb', kind: 'number' },
  ]
}

/** What users of the node cannot reach. */
function routeSettings(draft: NodeDraft, isForeign: boolean): Setting[] {
  const engine = isForeign ? null : engineOf(draft)
  if (engine === 'shadowsocks-libev') return []
  const lists = (['blockPorts', 'blockAddresses', 'blockNames', 'dns'] as const).map(text)
  return engine === 'hysteria' ? lists : [{ key: 'blockBittorrent', kind: 'flag' }, ...lists]
}

function protocolSettings({ protocol, connection, settings }: NodeDraft): Setting[] {
  const isOurs = connection === 'agent'
  switch (protocol) {
    case 'shadowsocks':
      return [
        { key: 'cipher', kind: 'choice', options: ciphersOf(isOurs, settings), isSet: true },
        ...(is2022(settings['cipher']) ? [text('serverKey')] : []),
        ...(isOurs
          ? [{ key: 'engine', kind: 'choice', options: ['v2ray', 'xray', 'shadowsocks-libev'], isSet: true } as const]
          : []),
      ]
    case 'hysteria2':
      return [
        ...(isOurs ? [{ key: 'engine', kind: 'choice', options: ['hysteria', 'xray'] } as const] : []),
        text('sni'),
        text('obfsPassword'),
        { key: 'upMbps', kind: 'number' },
        { key: 'downMbps', kind: 'number' },
        text('ports'),
        ...(settings['ports'] ? [{ key: 'hopSeconds', kind: 'number' } as const] : []),
        ...certificate,
      ]
    case 'tuic':
      return [text('sni'), { key: 'congestionControl', kind: 'choice', options: ['bbr', 'cubic'] }, ...certificate]
    case 'anytls':
      return tls
    case 'trojan':
      return [...engineChoice(isOurs), ...transport(isOurs, settings), ...tls]
    case 'vmess':
    case 'vless':
      return [...engineChoice(isOurs), ...transport(isOurs, settings), ...securityOf(protocol, isOurs, settings)]
  }
}

/** Empty: the one that fits the other settings. */
function engineChoice(isOurs: boolean): Setting[] {
  return isOurs ? [{ key: 'engine', kind: 'choice', options: ['v2ray', 'xray'] }] : []
}

/** Only Xray has those of 2022 here. */
function ciphersOf(isOurs: boolean, { engine }: NodeDraft['settings']): string[] {
  return isOurs && engine !== 'xray' ? CIPHERS : [...CIPHERS, ...CIPHERS_2022]
}

/** v2ray 4 knows neither newer transports nor REALITY. */
const isV2ray = (isOurs: boolean, { engine }: NodeDraft['settings']) => isOurs && engine === 'v2ray'

function transport(isOurs: boolean, settings: NodeDraft['settings']): Setting[] {
  const { network } = settings
  const hasPath = network === 'ws' || network === 'httpupgrade' || network === 'xhttp'
  return [
    { key: 'network', kind: 'choice', options: isV2ray(isOurs, settings) ? ['tcp', 'ws'] : NETWORKS, isSet: true },
    ...(hasPath ? [text('path'), text('host')] : []),
    ...(network === 'xhttp' ? [{ key: 'xhttpMode', kind: 'choice', options: XHTTP_MODES } as const] : []),
    ...(network === 'grpc' ? [text('serviceName')] : []),
  ]
}

function securityOf(protocol: 'vless' | 'vmess', isOurs: boolean, settings: NodeDraft['settings']): Setting[] {
  const canReality = protocol === 'vless' && !isV2ray(isOurs, settings)
  const { security, network = 'tcp', encryption } = settings
  const isSafe = security === 'tls' || security === 'reality' || Boolean(encryption)
  return [
    { key: 'security', kind: 'choice', options: ['none', 'tls', ...(canReality ? ['reality'] : [])], isSet: true },
    ...(security === 'tls' ? tls : []),
    ...(security === 'reality' ? REALITY : []),
    ...(canReality ? [text('encryption')] : []),
    ...(canReality && isSafe && network === 'tcp'
      ? [{ key: 'flow', kind: 'choice', options: ['xtls-rprx-vision'] } as const]
      : []),
  ]
}

/** Our agent's v2ray delivers all datagrams of a vless or vmess stream to one target. */
export function lacksUdp(draft: NodeDraft): boolean {
  const isStream = draft.protocol === 'vless' || draft.protocol === 'vmess'
  return draft.connection === 'agent' && isStream && engineOf(draft) === 'v2ray'
}

/** Xray cuts no live connection of hysteria2: it is restarted for one user. */
export function endsAllForOne(draft: NodeDraft): boolean {
  return draft.connection === 'agent' && draft.protocol === 'hysteria2' && engineOf(draft) === 'xray'
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
