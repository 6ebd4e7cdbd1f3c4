import { hash as bcrypt } from '@node-rs/bcrypt'
import { createHash } from 'node:crypto'

import { DAY_S } from '../../../contract/durations.ts'
import { panelRows, panelUser, type PanelRow, type PanelRows } from '../../../server/test/build/panels/rows.ts'
import type { PanelName } from '../../../server/test/build/panels/schemas.ts'

const GIB = 1024 ** 3
/** Far from the numbers of the odd rows that every panel has. */
export const FIRST_ID = 1000
/** The groups of the crowd: nodes of three protocols, and the one node that a real engine runs. */
const MANY = 11
export const ENGINE_GROUP = 12
const ONCE = 13
export const ENGINE_ID = 901
const KINDS = ['bcrypt', 'md5', 'sha256', 'md5salt', 'sha256salt'] as const
type Kind = (typeof KINDS)[number]

export type Business = {
  panel: PanelName
  people: number
  /** Each user of a plan gets a line on each. */
  nodes: number
  enginePort: number
}
export type Person = { id: number; email: string; kind: Kind; password: string; uuid: string; token: string }

const digest = (kind: 'md5' | 'sha256', text: string) => createHash(kind).update(text).digest('hex')
/** As PHP makes them. One for all: the panel took a tenth of a second for each. */
const BCRYPT_PASSWORD = '一个旧密码 of mine'
const BCRYPT = (await bcrypt(BCRYPT_PASSWORD, 10)).replace(/^\$2b\$/, '$2y$')

/** Which protocol, with which settings, a real engine serves for each panel. */
export const ENGINE_NODES: Record<PanelName, { type: string; table: string; row: PanelRow }> = {
  v2board: {
    type: 'trojan',
    table: 'v2_server_trojan',
    row: { network: 'tcp', allow_insecure: 1, server_name: 'localhost' },
  },
  fork: { type: 'vless', table: 'v2_server_vless', row: { tls: 0, network: 'tcp' } },
  xboard: {
    type: 'vmess',
    table: 'v2_server',
    row: {
      type: 'vmess',
      protocol_settings: JSON.stringify({ tls: 0, network: 'ws', network_settings: { path: '/way' } }),
    },
  },
}

/** Everything a panel's database has: one row of every odd kind, and a crowd with all of them again and again. */
export function businessRows(business: Business): PanelRows {
  const rows = panelRows(business.panel)
  const add = (table: string, more: PanelRow[]) => {
    rows[table] = [...(rows[table] ?? []), ...more]
  }
  const crowd = Array.from({ length: business.people }, (_, at) => personRow(business, at))
  rows['v2_user'] = [...rows['v2_user']!, ...crowd].map((row) => ({ ...row, ...keysOf(business.panel, row) }))
  add('v2_plan', plansOf(business.panel))
  for (const [table, row] of nodesOf(business)) add(table, [row])
  add(
    'v2_invite_code',
    Array.from({ length: Math.floor(business.people / 10) }, (_, at) => ({
      id: 100 + at,
      user_id: FIRST_ID + at * 10,
      code: digest('md5', `code ${at}`).slice(0, 8),
      status: 0,
      pv: 0,
    })),
  )
  return rows
}

const FIRST_DIGITS: Record<PanelName, string> = { v2board: '0000000a', fork: '0000000b', xboard: '0000000c' }

/** No two panels have made the same token or uuid. */
function keysOf(panel: PanelName, { uuid, token }: PanelRow): { uuid: string; token: string } {
  return {
    uuid: String(uuid).replace(/^0{8}/, FIRST_DIGITS[panel]),
    token: token === '' ? '' : digest('md5', `${panel} ${String(token)}`),
  }
}

function plansOf(panel: PanelName): PanelRow[] {
  const plan = (id: number, group: number, prices: Record<string, number>): PanelRow => {
    const common = { id, name: `套餐 ${panel} ${id}`, group_id: group, transfer_enable: 100, show: 1, renew: 1 }
    const price =
      panel === 'xboard'
        ? { prices: JSON.stringify({ monthly: prices['month'], onetime: prices['once'] }) }
        : { month_price: cents(prices['month']), onetime_price: cents(prices['once']) }
    return { ...common, reset_traffic_method: 1, ...price }
  }
  return [
    plan(MANY, MANY, { month: 19.9 }),
    plan(ENGINE_GROUP, ENGINE_GROUP, { month: 9.9 }),
    plan(ONCE, MANY, { once: 50 }),
  ]
}

const cents = (yuan: number | undefined) => (yuan === undefined ? null : Math.round(yuan * 100))

function nodesOf({ panel, nodes, enginePort }: Business): [table: string, row: PanelRow][] {
  const groups = (group: number) => (panel === 'xboard' ? { group_ids: `["${group}"]` } : { group_id: `["${group}"]` })
  const place = (group: number, port: number) => ({
    ...groups(group),
    port: String(port),
    server_port: port,
    rate: '1',
    show: 1,
  })
  const many = Array.from({ length: nodes }, (_, at): [string, PanelRow] => {
    const row = {
      ...place(MANY, 443),
      id: 101 + at,
      name: `香港 ${panel} ${at}`,
      host: `n${at}.${panel}.example.com`,
      // For readers that know nothing else.
      ...(at === 0 ? { cipher: 'aes-128-gcm' } : {}),
    }
    const type = at === 0 ? 'shadowsocks' : 'trojan'
    if (panel !== 'xboard') return [`v2_server_${type}`, row]
    const settings = at === 0 ? { cipher: 'aes-128-gcm' } : { network: 'tcp', server_name: 'www.example.com' }
    return ['v2_server', { ...row, type, protocol_settings: JSON.stringify(settings) }]
  })
  const engine = ENGINE_NODES[panel]
  const row = { ...place(ENGINE_GROUP, enginePort), id: ENGINE_ID, name: `真机 ${panel}`, host: '127.0.0.1' }
  return [...many, [engine.table, { ...row, ...engine.row }]]
}

export function personAt(panel: PanelName, at: number): Person {
  const id = FIRST_ID + at
  const { kind, password } = passwordAt(panel, at)
  return { id, email: emailAt(at), kind, password, ...keysOf(panel, panelUser(id)) }
}

/**
 * Places in the crowd: users whose e-mail cannot be a name here or has capital letters, one of each kind of password, one
 * on the node of the real engine; and where those begin who change between two runs.
 */
export const PLACES = { emails: [51, 52, 54, 55], kinds: [40, 41, 42, 43, 44], fed: 45, engine: 99, changing: 100 }
const isOnEngine = (at: number) => at % 100 === 99

function emailAt(at: number): string {
  const id = FIRST_ID + at
  const odd: Record<number, string> = {
    1: `user+${id}@example.com`,
    2: `User${id}@Example.COM`,
    // The one before, in another case.
    3: `uSER${id - 1}@example.com`,
    4: `用户${id}@例子.example`,
    5: `${'l'.repeat(63 - `${id}@example.com`.length)}.${id}@example.com`,
    6: `no address ${id}`,
    7: `=HYPERLINK("//x.example/${id}")<b>@example.com`,
  }
  return odd[at % 50] ?? `user${id}@example.com`
}

function passwordAt(panel: PanelName, at: number): { kind: Kind; password: string; columns: PanelRow } {
  const kinds = panel === 'xboard' ? KINDS : KINDS.slice(0, 4)
  // Administrators who make users give them their e-mail as password.
  const password = at % 50 === 37 ? emailAt(at) : `old password ${at} 密`
  const kind = kinds[at % kinds.length]!
  if (kind === 'bcrypt') return { kind, password: BCRYPT_PASSWORD, columns: { password: BCRYPT } }
  const algorithm = kind.startsWith('md5') ? 'md5' : 'sha256'
  const salt = kind.endsWith('salt') ? `salt${at % 1000}` : ''
  const columns = {
    password: digest(algorithm, password + salt),
    password_algo: kind,
    password_salt: salt === '' ? null : salt,
  }
  return { kind, password, columns }
}

const now = Math.floor(Date.now() / 1000)
const inDays = (days: number) => now + days * DAY_S

/** What is odd about every fiftieth user, by its place. */
function oddAt(at: number): PanelRow {
  const id = FIRST_ID + at
  const odd: Record<number, PanelRow> = {
    8: { invite_user_id: id + 1 },
    9: { invite_user_id: id - 1 },
    10: { invite_user_id: 9_000_000 + id },
    11: { plan_id: 999 },
    12: { expired_at: null },
    13: { plan_id: ONCE, expired_at: null },
    14: { expired_at: inDays(-3) },
    15: { u: 100 * GIB, d: 5 },
    16: { u: -5, d: 0 },
    17: { banned: 1 },
    18: { is_admin: 1 },
    19: { is_staff: 1 },
    20: { discount: 10 },
    21: { commission_type: 1, commission_rate: 25 },
    22: { telegram_id: 5_000_000_000 + id },
    23: { uuid: String(panelUser(id - 1)['uuid']) },
    24: { uuid: 'none' },
    25: { token: String(panelUser(id - 1)['token']) },
    26: { token: '' },
    27: { balance: -500 },
    28: { commission_balance: -7 },
    29: { balance: 20_000_000 + id },
    30: { password: 'as it was typed', password_algo: null },
    31: { password: '', password_algo: null },
    33: { plan_id: null, group_id: null, transfer_enable: 0, expired_at: null },
    34: { transfer_enable: 7 * GIB },
    35: { created_at: null },
    36: { speed_limit: 50, remarks: `'\n"\\%_ 备注 🐟 ${id}` },
  }
  return odd[at % 50] ?? {}
}

function personRow({ panel }: Business, at: number): PanelRow {
  const id = FIRST_ID + at
  const group = isOnEngine(at) ? ENGINE_GROUP : MANY
  return panelUser(id, {
    email: emailAt(at),
    ...passwordAt(panel, at).columns,
    balance: (id * 7919) % 100_003,
    commission_balance: id % 311,
    u: id * 1_000_003,
    d: id * 999_983,
    invite_user_id: at % 3 ? id - 1 : null,
    plan_id: group,
    group_id: group,
    transfer_enable: 100 * GIB,
    expired_at: inDays(40),
    ...(panel === 'fork' ? { auto_renewal: at % 7 === 0 ? 1 : 0 } : {}),
    ...(panel === 'v2board' ? {} : { device_limit: at % 5 === 0 ? 3 : null }),
    ...oddAt(at),
  })
}
