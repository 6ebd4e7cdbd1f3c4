import { civilTime, fromCivil } from '../contract/civil-time.ts'
import { DEFAULT_TIME_ZONE } from '../contract/page.ts'

/** How to bring one screen, or a part of it, into each of its states. */
export type StateRow = {
  path: string
  /** The call that is held back, then refused, then answered. */
  call: string
  /** Text shown while loading, if it is not a skeleton. */
  loading?: string
  failed: string
  /** The button that retries. */
  again?: string
  done: string
  /**
   * Shown to a user who has nothing yet. `answer` replaces the server's answer where no real user could have nothing.
   */
  empty: { text: string; path?: string; answer?: unknown } | null
  /** The content is in a framed page. */
  isFramed?: boolean
}

const INFO = { call: '/api/user/info', failed: '你的账户信息没加载出来' } as const
const CONFIG = { call: '/api/daili/dailiConfig', failed: '页面地址没加载出来' } as const
const NO_ADDRESS = '这个页面暂时打不开'

/** Fixed texts and sample data: these pages call no server. */
export const withoutStates: readonly string[] = ['/', '/notFound', '/demo', '/nowhere/at/all', '/user/nowhere']

/** A screen that is a form: empty, waiting while it is sent, failing, and sent again. */
export type FormRow = {
  path: string
  call: string
  /** Whose name is typed, with a password unless `isNameOnly`. */
  who: 'old' | 'stranger' | 'watcher'
  isNameOnly?: boolean
  ticks?: string
  button: string
  /** Shown when the form is sent empty. */
  empty: string
  loading: string
  done: string
}

export const formTable: readonly FormRow[] = [
  {
    path: '/login',
    call: '/api/user/login',
    who: 'old',
    button: '登录',
    empty: '请输入账号',
    loading: '正在登录',
    done: '剩余流量',
  },
  {
    path: '/reg',
    call: '/api/user/reg',
    who: 'stranger',
    ticks: '我已阅读并同意',
    button: '注册',
    empty: '请输入密码',
    loading: '正在注册',
    done: '月付',
  },
  {
    path: '/find_pass',
    call: '/api/user/emailCode',
    who: 'old',
    isNameOnly: true,
    button: '发送验证码',
    empty: '请输入账号',
    loading: '正在发送',
    done: '验证码已发送',
  },
  {
    path: '/loginMonitor',
    call: '/api/monitor/login',
    who: 'watcher',
    button: '登录',
    empty: '请输入密码',
    loading: '正在登录',
    done: '在线用户',
  },
]

/** A state of the account that home tells at a glance. */
export type HomeRow = {
  name: string
  /** Replaces parts of the account's answer. */
  answer: Record<string, unknown>
  /** What the small label beside the card says. */
  chip: string | RegExp
  /** The largest words of the card. */
  headline: '剩余流量' | '线路已停'
  /** The card's button. */
  action: string | null
}

const GB = 1024 ** 3
const WITH_PACKS = { pack: true, renew: true, upgrade: true }
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Noon of a later day of the business: the portal counts calendar days, so 50 hours are two of them or three. */
function noonIn(days: number): string {
  const { year, month, day } = civilTime(new Date(), DEFAULT_TIME_ZONE)
  const noon = { year, month, day: day + days, hour: 12, minute: 0, second: 0 }
  return fromCivil(noon, DEFAULT_TIME_ZONE).toISOString()
}

export const homeTable: readonly HomeRow[] = [
  {
    name: 'ending',
    answer: { expiresAt: noonIn(2) },
    chip: /^2 天后到期$/,
    headline: '剩余流量',
    action: '续费',
  },
  {
    name: 'last-hour',
    answer: { expiresAt: inHours(0.5) },
    chip: '不到 1 小时到期',
    headline: '剩余流量',
    action: '续费',
  },
  {
    name: 'low',
    answer: { usedBytes: 94 * GB, totalBytes: 100 * GB, buyable: WITH_PACKS },
    chip: '流量只剩 6%',
    headline: '剩余流量',
    action: '购买流量包',
  },
  {
    name: 'used-up',
    answer: { usedBytes: 100 * GB, totalBytes: 100 * GB, buyable: WITH_PACKS },
    chip: '流量用完',
    headline: '线路已停',
    action: '购买流量包',
  },
  {
    name: 'used-up-without-packs',
    answer: { usedBytes: 100 * GB, totalBytes: 100 * GB, buyable: { ...WITH_PACKS, pack: false } },
    chip: '流量用完',
    headline: '线路已停',
    action: '升级套餐',
  },
  {
    name: 'expired',
    answer: { state: 'expired', expiresAt: inHours(-30) },
    chip: '已到期',
    headline: '线路已停',
    action: '续费',
  },
  {
    name: 'paused',
    answer: { state: 'paused', pausedAt: inHours(-1) },
    chip: '已暂停',
    headline: '线路已停',
    action: '恢复使用',
  },
  {
    name: 'just-paused',
    answer: { state: 'paused', pausedAt: inHours(0) },
    chip: '已暂停',
    headline: '线路已停',
    action: '撤销暂停',
  },
  { name: 'blocked', answer: { blockedReason: '多人共用' }, chip: '已停用', headline: '线路已停', action: null },
  {
    name: 'leaving',
    answer: { deleteAfter: inHours(160) },
    chip: /天后到期$/,
    headline: '剩余流量',
    action: null,
  },
  {
    name: 'starts-later',
    answer: { startsBy: inHours(240) },
    chip: '连上后开始算',
    headline: '剩余流量',
    action: null,
  },
]

export const stateTable: readonly StateRow[] = [
  {
    path: '/dailiPay?daili_id=0',
    call: '/api/daili/info',
    loading: '正在查找',
    failed: '稍等一下再试',
    again: '下一步',
    done: '付款金额',
    empty: { path: '/dailiPay', text: '输入代理编号，核对名称后再付款。' },
  },
  {
    path: '/online',
    call: '/api/status',
    failed: '服务状态没加载出来',
    done: '更新于',
    empty: { text: '还没有节点在服务', answer: { regions: [] } },
  },
  {
    path: '/inner',
    call: '/api/daili/notCheck/dailiKey',
    loading: '正在测量',
    failed: '没有回应',
    again: '重新测量',
    done: ' ms (',
    empty: null,
  },
  {
    path: '/monitor',
    call: '/api/monitor/stream',
    failed: '还连不上监控数据',
    again: '现在重连',
    done: '在线用户',
    empty: { text: '近 1 小时没有流量' },
  },
  { path: '/user', ...INFO, done: '剩余流量', empty: { text: '选一个套餐' } },
  {
    path: '/user',
    call: '/api/line/list',
    failed: '线路没加载出来',
    done: '查看线路',
    empty: { text: '选一个套餐' },
  },
  { path: '/user/userPay', ...INFO, done: '充值金额', empty: { text: '请联系你的代理充值' } },
  {
    path: '/user/userPay',
    call: '/api/user/payType',
    failed: '付款方式没加载出来',
    done: '支付宝',
    empty: null,
  },
  {
    path: '/user/tcBuy',
    call: '/api/tc/list',
    failed: '套餐没加载出来',
    done: '当前套餐',
    empty: { text: '暂时没有在售的套餐' },
  },
  { path: '/user/emailBind', ...INFO, done: '已验证', empty: { text: '还没有绑定' } },
  {
    path: '/user/invite',
    call: '/api/invite/summary',
    failed: '内容没加载出来',
    done: '我的邀请码',
    empty: { text: '还没有人通过你注册' },
  },
  {
    path: '/user/invite',
    call: '/api/invite/list',
    failed: '内容没加载出来',
    done: '共 1 人',
    empty: null,
  },
  {
    path: '/user/kmList',
    call: '/api/km/list',
    failed: '卡密没加载出来',
    done: '长期有效',
    empty: { text: '还没有卡密' },
  },
  {
    path: '/user/line_install',
    call: '/api/line/nodes',
    failed: '内容没加载出来',
    done: '香港 01',
    empty: { text: '还没有节点', answer: [] },
  },
  {
    path: '/user/line_list',
    call: '/api/line/list',
    failed: '内容没加载出来',
    done: '导入到客户端',
    empty: { text: '还没有线路' },
  },
  {
    path: '/user/balance',
    call: '/api/balance/entries',
    failed: '内容没加载出来',
    done: '导出 CSV',
    empty: { text: '还没有收支记录' },
  },
  {
    path: '/user/traffic_rank',
    call: '/api/traffic/own',
    failed: '内容没加载出来',
    done: '看表格',
    empty: { text: '这段时间没有用量' },
  },
  {
    path: '/user/usage_record',
    call: '/api/user/ticket',
    failed: '没能准备好页面',
    done: '每日明细',
    empty: { text: '最近 30 天没有流量记录' },
    isFramed: true,
  },
  {
    path: '/user/customer_service',
    ...CONFIG,
    done: '帮助与客服',
    empty: { text: NO_ADDRESS, answer: { kf_url: '' } },
    isFramed: true,
  },
  {
    path: '/user/agreement',
    ...CONFIG,
    done: '用户协议与隐私说明',
    empty: { text: NO_ADDRESS, answer: { agreement_url: '' } },
    isFramed: true,
  },
  {
    path: '/user/use_tutorial',
    ...CONFIG,
    done: '使用教程',
    empty: { text: NO_ADDRESS, answer: { jc_url: '' } },
    isFramed: true,
  },
  { path: '/user/message', ...CONFIG, done: '香港节点升级', empty: { text: '现在没有消息' }, isFramed: true },
  {
    path: '/user/open_agency',
    call: '/api/user/daili',
    failed: '内容没加载出来',
    done: '用自己的品牌卖线路',
    empty: { text: '这里不能开通代理' },
  },
  {
    path: '/user/user_payment',
    call: '/api/payment/list',
    failed: '内容没加载出来',
    done: '账户充值',
    empty: { text: '还没有付款记录' },
  },
  {
    path: '/user/freeze_acc',
    call: '/api/user/freezeState',
    failed: '内容没加载出来',
    done: '还可以暂停 2 次',
    empty: { text: '现在没有可以暂停的时间' },
  },
  {
    path: '/user/change_pass?tab=devices',
    call: '/api/user/sessions',
    failed: '内容没加载出来',
    done: '退出其他所有设备',
    empty: { text: '只有这台设备在登录' },
  },
  {
    path: '/user/change_pass?tab=factors',
    call: '/api/user/factors',
    failed: '内容没加载出来',
    done: '开启两步验证',
    empty: null,
  },
  { path: '/user/speedMode', ...INFO, done: '现在优先这些节点', empty: null },
  {
    path: '/user/speedMode',
    call: '/api/line/nodes',
    failed: '内容没加载出来',
    done: '倍率 ×',
    empty: { text: '还没有可用的节点', answer: [] },
  },
]
