export type PanelName = 'v2board' | 'fork' | 'xboard'

/** Columns of the tables that matter, by what is published about the panels; `name:type`, an int where no type is given. */
const USER = `id email:varchar(64) password:varchar(64) password_algo:char(10) password_salt:char(10) uuid:varchar(36)
  token:char(32) balance commission_balance discount commission_type commission_rate invite_user_id u:bigint d:bigint
  transfer_enable:bigint plan_id group_id expired_at:bigint speed_limit banned is_admin is_staff telegram_id:bigint
  remarks:text t created_at`
const PLAN = `id group_id name:varchar(255) transfer_enable speed_limit show sort renew content:text capacity_limit
  reset_traffic_method created_at`
const PRICES = `month_price quarter_price half_year_price year_price two_year_price three_year_price onetime_price
  reset_price`
const NODE = `id group_id:varchar(255) route_id:varchar(255) parent_id tags:varchar(255) name:varchar(255) host:varchar(255)
  port:varchar(11) server_port rate:varchar(11) show sort created_at updated_at`

const COMMON: Record<string, string> = {
  v2_commission_log: 'id invite_user_id user_id trade_no:char(36) order_amount get_amount',
  v2_coupon: `id code:varchar(255) name:varchar(255) type value show limit_use limit_use_with_user
    limit_plan_ids:varchar(255) limit_period:varchar(255) started_at ended_at`,
  v2_invite_code: 'id user_id code:char(32) status pv',
  v2_knowledge:
    'id language:char(5) category:varchar(255) title:varchar(255) body:text sort show created_at updated_at',
  v2_mail_log: 'id email:varchar(64) subject:varchar(255) body:longblob',
  v2_notice: 'id title:varchar(255) content:text show tags:varchar(255) created_at',
  v2_order: `id invite_user_id user_id plan_id coupon_id payment_id type period:varchar(255) trade_no:varchar(36)
    total_amount handling_amount discount_amount balance_amount status commission_status commission_balance created_at`,
  v2_payment: 'id uuid:char(32) payment:varchar(16) name:varchar(255) config:text enable',
  v2_server_group: 'id name:varchar(255)',
  v2_stat_user: 'id user_id server_rate:decimal(10,2) u:bigint d:bigint record_type:char(2) record_at',
  v2_ticket: 'id user_id subject:varchar(255) level status reply_status created_at updated_at',
  v2_ticket_message: 'id user_id ticket_id message:text created_at',
}

const OF_V2BOARD: Record<string, string> = {
  v2_plan: `${PLAN} ${PRICES}`,
  v2_server_vmess: `${NODE} tls network:varchar(11) rules:text networkSettings:text tlsSettings:text ruleSettings:text
    dnsSettings:text`,
  v2_server_trojan: `${NODE} allow_insecure server_name:varchar(255)`,
  v2_server_shadowsocks: `${NODE} cipher:varchar(255) obfs:char(11) obfs_settings:varchar(255)`,
  v2_server_hysteria: `${NODE} up_mbps down_mbps server_name:varchar(64) insecure`,
}

const STREAM = 'network:varchar(11) network_settings:text'
const TLS = 'tls tls_settings:text'
const ENCRYPTION = 'encryption:varchar(64) encryption_settings:text'
const OBFS = 'up_mbps down_mbps obfs:varchar(64) obfs_password:varchar(255)'
const TUIC = 'disable_sni udp_relay_mode:varchar(64) zero_rtt_handshake congestion_control:varchar(64)'
const SNI = 'server_name:varchar(64) insecure'

const GIFT_CARD = 'id code:varchar(255) type value plan_id limit_use used_user_ids:text started_at ended_at'

const SCHEMAS: Record<PanelName, Record<string, string>> = {
  v2board: { ...COMMON, ...OF_V2BOARD, v2_user: USER },
  fork: {
    ...COMMON,
    ...OF_V2BOARD,
    v2_plan: `${PLAN} ${PRICES} device_limit`,
    v2_user: `${USER} device_limit auto_renewal`,
    v2_giftcard: GIFT_CARD,
    v2_server_trojan: `${NODE} ${STREAM} allow_insecure server_name:varchar(255)`,
    v2_server_hysteria: `${NODE} version ${OBFS} ${SNI}`,
    v2_server_vless: `${NODE} ${TLS} flow:varchar(64) ${STREAM} ${ENCRYPTION}`,
    v2_server_tuic: `${NODE} ${SNI} ${TUIC}`,
    v2_server_anytls: `${NODE} ${SNI} padding_scheme:text`,
    v2_server_v2node: `${NODE} listen_ip:varchar(255) protocol:varchar(24) ${TLS} flow:varchar(64) ${STREAM} ${ENCRYPTION}
      ${TUIC} cipher:varchar(64) ${OBFS} padding_scheme:text`,
  },
  xboard: {
    ...COMMON,
    migrations: 'id migration:varchar(255) batch',
    v2_plan: `${PLAN} prices:text sell device_limit`,
    v2_user: `${USER} device_limit next_reset_at last_online_at:timestamp`,
    v2_settings: 'name:varchar(255) value:text',
    v2_gift_card_template: 'id name:varchar(255) type status conditions:text rewards:text special_config:text',
    v2_gift_card_code: 'id template_id code:varchar(32) status expires_at usage_count max_usage',
    // Left behind by an Xboard that was the fork before.
    v2_giftcard: GIFT_CARD,
    v2_server: `id type:varchar(255) code:varchar(255) parent_id group_ids:text route_ids:text name:varchar(255)
      rate:decimal(8,2) rate_time_enable rate_time_ranges:text transfer_enable:bigint u:bigint d:bigint machine_id
      host:varchar(255) port:varchar(255) server_port protocol_settings:text custom_outbounds:text custom_routes:text
      cert_config:text show enabled sort created_at:timestamp`,
  },
}

export type Column = { name: string; type: string }

/** Tables in the order of their names, as a dump has them. */
export function panelTables(panel: PanelName): [table: string, columns: Column[]][] {
  const tables = Object.entries(SCHEMAS[panel]).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return tables.map(([table, columns]) => [table, columns.trim().split(/\s+/).map(readColumn)])
}

function readColumn(text: string): Column {
  const [name = '', type = 'int(11)'] = text.split(':')
  return { name, type }
}
