import { nodeSettings, protocols } from '../../../../contract/node-settings.ts'
import type { SourceNode } from '../neutral.ts'
import type { Name } from '../reader/name.ts'
import type { Row } from '../reader/row.ts'
import { readDetails } from './read-node-settings.ts'

const NETWORKS = ['tcp', 'ws', 'grpc', 'httpupgrade', 'xhttp', '']
const CIPHERS: readonly string[] = nodeSettings.shadowsocks.properties.cipher.anyOf.map(({ const: cipher }) => cipher)
const STREAMS = ['vless', 'vmess', 'trojan']
const ADDRESS = /^[A-Za-z0-9.:-]{1,253}$/

/** A node of whichever table: the older panels have one for each protocol, Xboard has one for all. */
export function readNode(row: Row): SourceNode | null {
  const id = row.number('id')
  if (id === null) return null
  const settings = readSettings(row)
  const protocol = readProtocol(row, settings)
  const details = readDetails(row, protocol)
  const port = (row.text('port') ?? '').trim()
  const type = row.has('type') ? (row.text('type') ?? '') : typeOf(row.table)
  const known = row.text('code') || String(id)
  return {
    key: `${type} ${known}`,
    type,
    number: /^[1-9]\d{0,8}$/.test(known) ? Number(known) : null,
    id,
    name: (row.text('name') ?? '').trim(),
    address: (row.text('host') ?? '').trim(),
    protocol,
    port,
    serverPort: row.number('server_port'),
    ratePercent: readRate(row.text('rate')),
    groupIds: readIds(row, row.has('group_ids') ? 'group_ids' : 'group_id'),
    parentId: row.number('parent_id') || null,
    isShown: row.flag('show'),
    lacks: findLacks(row, { protocol, port, settings, hasHalves: details.decryption !== null }),
    ...details,
  }
}

function typeOf(table: string): string {
  const type = table.replace(/^v2_server_?/, '')
  return type === '' || type === 'v2ray' ? 'vmess' : type
}

/** Xboard's JSON, or the columns of the other panels under the same names. */
function readSettings(row: Row): Record<string, unknown> {
  if (row.has('protocol_settings')) return asRecord(row.json('protocol_settings'))
  const columns: Name[] = ['network', 'cipher', 'obfs', 'version', 'encryption']
  return Object.fromEntries(columns.filter((name) => row.has(name)).map((name) => [name, row.text(name)]))
}

function asRecord(json: unknown): Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : {}
}

function readProtocol(row: Row, settings: Record<string, unknown>): string {
  const named = row.table === 'v2_server_v2node' ? row.text('protocol') : row.has('type') ? row.text('type') : null
  const type = (named ?? typeOf(row.table)).toLowerCase()
  if (type !== 'hysteria') return type
  return String(settings['version'] ?? '1') === '2' ? 'hysteria2' : 'hysteria 1'
}

/** `1.5` is 150. Null: more than two decimals, or no number. */
function readRate(text: string | null): number | null {
  const [, whole, decimals = ''] = /^(\d{1,3})(?:\.(\d{1,2})0*)?$/.exec((text ?? '').trim()) ?? []
  const percent = Number(`${whole}${decimals.padEnd(2, '0')}`)
  return whole !== undefined && percent <= 10_000 ? percent : null
}

/** Numbers, often written as texts. */
function readIds(row: Row, column: Name): number[] {
  const text = (row.text(column) ?? '').trim()
  if (/^\d+$/.test(text)) return [Number(text)]
  const json = row.json(column)
  return Array.isArray(json) ? json.map(Number).filter((id) => Number.isSafeInteger(id)) : []
}

type Known = { protocol: string; port: string; settings: Record<string, unknown>; hasHalves: boolean }

function findLacks(row: Row, { protocol, port, settings, hasHalves }: Known): string[] {
  const network = String(settings['network'] ?? '').toLowerCase()
  const encryption = settings['encryption']
  const isEncrypted =
    typeof encryption === 'object'
      ? isOn(asRecord(encryption)['enabled'])
      : !['', 'none'].includes(String(encryption ?? ''))
  const tests: [lack: string, isLacking: boolean][] = [
    [`protocol ${protocol}`, !(protocols as string[]).includes(protocol)],
    [`network ${network}`, STREAMS.includes(protocol) && !NETWORKS.includes(network)],
    [
      `cipher ${String(settings['cipher'] ?? '')}`,
      protocol === 'shadowsocks' && !CIPHERS.includes(String(settings['cipher'])),
    ],
    ['obfs of shadowsocks', protocol === 'shadowsocks' && isOn(settings['obfs'])],
    ['encryption of vless', protocol === 'vless' && isEncrypted && !hasHalves],
    ['a range of ports', protocol !== 'hysteria2' && !/^\d{1,5}$/.test(port)],
    ['a rate by the hour', row.flag('rate_time_enable')],
    ['a rate beyond two decimals', readRate(row.text('rate')) === null],
    ['an address that is none', !ADDRESS.test((row.text('host') ?? '').trim())],
    ['route rules', [...readIds(row, 'route_id'), ...readIds(row, 'route_ids')].length > 0],
    ['own outbounds or routes', isOn(row.json('custom_outbounds')) || isOn(row.json('custom_routes'))],
    ["a quota of the node's own", row.has('type') && row.flag('transfer_enable')],
  ]
  return tests.filter(([, isLacking]) => isLacking).map(([lack]) => lack.slice(0, 60))
}

function isOn(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return (
    value !== null &&
    value !== undefined &&
    value !== '' &&
    value !== 0 &&
    value !== false &&
    value !== 'none' &&
    value !== '0'
  )
}
