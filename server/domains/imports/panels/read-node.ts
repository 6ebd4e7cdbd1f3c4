import type { SourceNode } from '../neutral.ts'
import type { Name } from '../reader/name.ts'
import type { Row } from '../reader/row.ts'
import { findLacks, findStops } from './find-lacks.ts'
import { readDetails } from './read-node-settings.ts'
import { asRecord, textOf } from './read-said.ts'

/** A node of whichever table: the older panels have one for each protocol, Xboard has one for all. */
export function readNode(row: Row): SourceNode | null {
  const id = row.number('id')
  if (id === null) return null
  const protocol = readProtocol(row)
  const { details, said } = readDetails(row, protocol)
  const port = (row.text('port') ?? '').trim()
  const address = (row.text('host') ?? '').trim()
  const ratePercent = readRate(row.text('rate'))
  const routes = [...readIds(row, 'route_id'), ...readIds(row, 'route_ids')].length
  const facts = { protocol, address, port, ratePercent, routes, said }
  const type = row.has('type') ? (row.text('type') ?? '') : typeOf(row.table)
  const known = row.text('code') || String(id)
  return {
    key: `${type} ${known}`,
    type,
    number: /^[1-9]\d{0,8}$/.test(known) ? Number(known) : null,
    id,
    name: (row.text('name') ?? '').trim(),
    address,
    protocol,
    port,
    serverPort: row.number('server_port'),
    ratePercent,
    groupIds: readIds(row, row.has('group_ids') ? 'group_ids' : 'group_id'),
    parentId: row.number('parent_id') || null,
    isShown: row.flag('show'),
    lacks: findLacks(row, facts),
    stops: findStops(row, facts),
    ...details,
  }
}

function typeOf(table: string): string {
  const type = table.replace(/^v2_server_?/, '')
  return type === '' || type === 'v2ray' ? 'vmess' : type
}

function readProtocol(row: Row): string {
  const named = row.table === 'v2_server_v2node' ? row.text('protocol') : row.has('type') ? row.text('type') : null
  const type = (named ?? typeOf(row.table)).toLowerCase()
  if (type !== 'hysteria') return type
  const version = row.text('version') ?? textOf(asRecord(row.json('protocol_settings')), 'version')
  return version === '2' || (version === '' && row.has('protocol_settings')) ? 'hysteria2' : 'hysteria 1'
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
