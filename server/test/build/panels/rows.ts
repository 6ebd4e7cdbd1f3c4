import { createHash } from 'node:crypto'

import type { PanelName } from './schemas.ts'

export type Cell = string | number | bigint | null
export type PanelRow = Record<string, Cell>
/** Rows by table. Columns that a row does not name are NULL. */
export type PanelRows = Record<string, PanelRow[]>

const digest = (kind: 'md5' | 'sha256', text: string) => createHash(kind).update(text).digest('hex')
const GIB = 1_073_741_824
const BCRYPT = `$2y$10$${'N9qo8uLOickgx2ZMRZoMye'}${'IjZAgcfl7p92ldGxad68LJZdL17lhWy'}`

/** A user as the panels make them. */
export function panelUser(id: number, changes: PanelRow = {}): PanelRow {
  return {
    id,
    email: `user${id}@example.com`,
    password: BCRYPT,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    token: digest('md5', `token ${id}`),
    balance: 0,
    commission_balance: 0,
    u: 0,
    d: 0,
    transfer_enable: 0,
    banned: 0,
    is_admin: 0,
    is_staff: 0,
    commission_type: 0,
    expired_at: 0,
    created_at: 1_700_000_000,
    ...changes,
  }
}

const withPlan = { plan_id: 1, group_id: 1, transfer_enable: 100 * GIB, expired_at: 1_900_000_000 }

/** One of every odd kind. */
function users(): PanelRow[] {
  return [
    panelUser(1, { ...withPlan, balance: 12_345, commission_balance: 678, u: 1000, d: 2000, is_admin: 1 }),
    panelUser(2, { ...withPlan, invite_user_id: 1, password: digest('md5', 'old'), password_algo: 'md5' }),
    panelUser(3, { invite_user_id: 4, password: digest('sha256', 'old'), password_algo: 'sha256' }),
    panelUser(4, {
      invite_user_id: 3,
      password: digest('md5', 'oldsalt'),
      password_algo: 'md5salt',
      password_salt: 'salt',
    }),
    panelUser(5, { email: 'a+b@example.com', password: 'plain', balance: -500 }),
    panelUser(6, { email: 'a-b@example.com', balance: 20_000_000, plan_id: 99, invite_user_id: 77 }),
    panelUser(7, { email: `=cmd'|"\\\n<b>x</b>@example.com`, uuid: 'none', token: '', discount: 10, banned: 1 }),
    panelUser(8, { ...withPlan, expired_at: null, telegram_id: 5_000_000_000, commission_rate: 20 }),
    panelUser(9, { email: '用户@例子.com', u: -5, remarks: '备注 🐟' }),
  ]
}

const texts: PanelRows = {
  v2_notice: [{ id: 1, title: '通知', content: '<p>hello</p>', show: 1 }],
  v2_knowledge: [
    { id: 1, language: 'zh-CN', title: '教程', body: 'go to {{subscribeUrl}}', show: 1 },
    { id: 2, language: 'fa-IR', title: 'x', body: 'y', show: 1 },
  ],
  v2_ticket: [
    { id: 1, user_id: 1, subject: '提现申请', level: 2, status: 0 },
    { id: 2, user_id: 55, subject: 'gone', level: 0, status: 1 },
  ],
  v2_ticket_message: [
    { id: 1, ticket_id: 1, user_id: 1, message: 'Alipay: me' },
    { id: 2, ticket_id: 1, user_id: 9, message: 'x'.repeat(4001) },
  ],
  v2_mail_log: [{ id: 1, email: 'x', subject: "it's (", body: 'y' }],
  v2_stat_user: [
    { id: 1, user_id: 1, u: 1, d: 1 },
    { id: 2, user_id: 1, u: 1, d: 1 },
  ],
  v2_payment: [{ id: 1, uuid: 'x', payment: 'EPay', name: 'pay', config: '{"key":"TOP SECRET"}', enable: 1 }],
  v2_server_group: [{ id: 1, name: 'all' }],
}

const sales: PanelRows = {
  v2_order: [
    { id: 1, user_id: 1, type: 1, total_amount: 1000, handling_amount: 10, balance_amount: 200, status: 0 },
    { id: 2, user_id: 2, type: 1, total_amount: 500, status: 1 },
    {
      id: 3,
      user_id: 2,
      type: 2,
      total_amount: 900,
      status: 3,
      invite_user_id: 1,
      commission_status: 0,
      commission_balance: 90,
    },
    { id: 4, user_id: 2, type: 2, total_amount: -1, status: 3 },
  ],
  v2_coupon: [
    { id: 1, code: 'Summer', name: 'x', type: 2, value: 10 },
    { id: 2, code: 'SUMMER', name: '<b>', type: 1, value: 500 },
    { id: 3, code: 'two plans', name: 'x', type: 1, value: 500 },
    { id: 4, code: 'PLANS', name: 'x', type: 1, value: 500, limit_plan_ids: '["1","2"]' },
    { id: 5, code: 'OVER', name: 'x', type: 1, value: 500, limit_use: 0 },
  ],
  v2_invite_code: [
    { id: 1, user_id: 1, code: 'aB3dE6gH', status: 0, pv: 0 },
    { id: 2, user_id: 1, code: 'aB3dE6gh', status: 0, pv: 0 },
  ],
}

const node = { group_id: '["1"]', host: 'a.example.com', port: '443', rate: '1.5', show: 1 }
const plan = { group_id: 1, transfer_enable: 100, show: 1, renew: 1, reset_traffic_method: 1 }

const ofV2board: PanelRows = {
  v2_plan: [
    { ...plan, id: 1, name: '月付', month_price: 1999, two_year_price: 30_000, reset_price: 500 },
    { ...plan, id: 2, name: '月付', group_id: 2, month_price: 0, reset_traffic_method: 0 },
  ],
  v2_server_vmess: [{ ...node, id: 1, name: '香港', network: 'h2' }],
  v2_server_shadowsocks: [{ ...node, id: 1, name: 'JP', port: '1000-2000', cipher: 'rc4-md5' }],
  v2_server_hysteria: [{ ...node, id: 2, name: 'US', parent_id: 1, rate: '0.333' }],
}

const ofXboard: PanelRows = {
  migrations: [
    { id: 1, migration: '2023_03_19_000000_create_v2_tables', batch: 1 },
    { id: 2, migration: '2026_04_21_000000_last_one', batch: 2 },
  ],
  v2_plan: [
    { ...plan, id: 1, name: '月付', prices: '{"monthly":19.99,"yearly":null,"two_yearly":300,"reset_traffic":"5.00"}' },
    { ...plan, id: 2, name: '年付', group_id: 2, prices: '{"yearly":0.001}' },
  ],
  v2_settings: [{ name: 'server_token', value: 'ALSO SECRET' }],
  v2_gift_card_template: [
    { id: 1, name: 'ten', type: 1, status: 1, rewards: '{"balance":1000}' },
    { id: 2, name: 'box', type: 3, status: 1, rewards: '{"random_rewards":[]}' },
  ],
  v2_gift_card_code: [
    { id: 1, template_id: 1, code: 'GC0A1B2C3D4E51', status: 0, usage_count: 0, max_usage: 1 },
    { id: 2, template_id: 1, code: 'GC0A1B2C3D4E52', status: 1, usage_count: 1, max_usage: 1 },
    { id: 3, template_id: 2, code: 'GC0A1B2C3D4E53', status: 0, usage_count: 0, max_usage: 1 },
  ],
  v2_server: [
    {
      id: 1,
      type: 'vless',
      code: '7',
      group_ids: '["1"]',
      name: 'HK',
      rate: '1.00',
      host: 'h.example.com',
      port: '443',
      protocol_settings: '{"network":"xhttp","tls":2}',
      show: 1,
    },
    {
      id: 2,
      type: 'mieru',
      group_ids: '[1]',
      name: 'JP',
      rate: '1.00',
      host: 'h.example.com',
      port: '443',
      protocol_settings: '{}',
      show: 1,
    },
  ],
}

/** The rows of one panel: the same business in each, with one of every odd kind. */
export function panelRows(panel: PanelName): PanelRows {
  if (panel === 'xboard') return { ...texts, ...sales, ...ofXboard, v2_user: users() }
  if (panel === 'v2board') return { ...texts, ...sales, ...ofV2board, v2_user: users() }
  return {
    ...texts,
    ...sales,
    ...ofV2board,
    v2_user: users().map((user) => ({ ...user, auto_renewal: user['id'] === 1 ? 1 : 0 })),
    v2_giftcard: [
      { id: 1, code: 'AAAABBBBCCCCDDDD', type: 1, value: 500, limit_use: 1 },
      { id: 2, code: 'AAAABBBBCCCCDDDE', type: 1, value: 500, limit_use: 9 },
      { id: 3, code: 'AAAABBBBCCCCDDDF', type: 3, value: 5, limit_use: 1 },
    ],
    v2_server_vless: [{ ...node, id: 1, name: 'SG', network: 'tcp', encryption: 'mlkem768x25519plus' }],
    v2_server_anytls: [],
  }
}
