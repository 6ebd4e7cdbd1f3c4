import { nameOf } from '../reader/name.ts'
import type { Wanted } from '../reader/source.ts'

const NODE =
  `id code type group_id group_ids route_id route_ids parent_id name host port rate rate_time_enable show network
  encryption encryption_settings cipher obfs version protocol protocol_settings custom_outbounds custom_routes transfer_enable server_port
  networkSettings network_settings tls tlsSettings tls_settings flow server_name allow_insecure insecure up_mbps down_mbps
  obfs_password congestion_control udp_relay_mode disable_sni zero_rtt_handshake padding_scheme rules ruleSettings
  dnsSettings cert_config created_at`.split(/\s+/)

/** The columns that are read of each table. What is not here, keys of payment providers among them, never enters memory. */
const TABLES: Record<string, readonly string[]> = {
  v2_user: `id email password password_algo password_salt uuid v2ray_uuid token balance commission_balance discount
    commission_type commission_rate invite_user_id u d transfer_enable plan_id group_id expired_at banned is_admin is_staff
    telegram_id auto_renewal created_at`.split(/\s+/),
  v2_plan:
    `id group_id name transfer_enable show renew capacity_limit device_limit reset_traffic_method month_price quarter_price
    half_year_price year_price two_year_price three_year_price onetime_price reset_price prices`.split(/\s+/),
  v2_order: `id user_id type status total_amount handling_amount balance_amount commission_status commission_balance
    invite_user_id`.split(/\s+/),
  v2_coupon:
    `id code name type value show limit_use limit_use_with_user limit_plan_ids limit_period started_at ended_at`.split(
      /\s+/,
    ),
  v2_giftcard: ['id', 'code', 'type', 'value', 'plan_id', 'limit_use', 'started_at', 'ended_at'],
  v2_gift_card_template: ['id', 'type', 'status', 'rewards', 'conditions', 'special_config'],
  v2_gift_card_code: ['id', 'template_id', 'code', 'status', 'usage_count', 'max_usage', 'expires_at'],
  v2_invite_code: ['id', 'user_id', 'code', 'status'],
  v2_notice: ['id', 'title', 'content', 'show', 'created_at'],
  v2_knowledge: ['id', 'language', 'title', 'body', 'show', 'created_at'],
  v2_ticket: ['id', 'user_id', 'subject', 'level', 'status', 'created_at', 'updated_at'],
  v2_ticket_message: ['id', 'ticket_id', 'user_id', 'message', 'created_at'],
  v2_payment: ['id', 'payment', 'enable'],
  v2_server_group: ['id', 'name'],
  v2_settings: [],
  migrations: ['migration'],
  v2_server: NODE,
  v2_server_v2ray: NODE,
  v2_server_vmess: NODE,
  v2_server_vless: NODE,
  v2_server_trojan: NODE,
  v2_server_shadowsocks: NODE,
  v2_server_hysteria: NODE,
  v2_server_tuic: NODE,
  v2_server_anytls: NODE,
  v2_server_v2node: NODE,
}

const sets = new Map(Object.entries(TABLES).map(([table, columns]) => [table, new Set(columns.map(nameOf))]))

export const wanted: Wanted = {
  wants: (table) => sets.has(table),
  wantsColumn: (table, column) => sets.get(table)?.has(column) ?? false,
}

export const isNodeTable = (table: string) => TABLES[table] === NODE
