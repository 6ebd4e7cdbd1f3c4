import type { Language } from '../../../contract/languages.ts'
import type { EmptyReason } from '../lines/connection/types.ts'

type Texts = {
  select: string
  automatic: string
  /** Shown for an invalid feed address. */
  badLink: string
  reasons: Record<EmptyReason, string>
}

/** Texts that a client shows: the names of two groups, and why there is nothing to connect to. */
export const texts: Record<Language, Texts> = {
  'zh-CN': {
    select: '节点选择',
    automatic: '自动选择',
    badLink: '订阅地址无效，请到用户中心重新复制',
    reasons: {
      locked: '账号已锁定，请到用户中心解锁',
      paused: '账号已暂停，请到用户中心恢复',
      none: '还没有套餐，请到用户中心购买',
      expired: '套餐已到期，请到用户中心续费',
      quota: '流量已用完，请到用户中心看怎么恢复',
      lines: '还没有可用线路，请到用户中心安装',
      maintenance: '线路正在维护，请到用户中心免费换节点',
      devices: '设备数已满，请到用户中心移除一台',
      client: '此客户端不支持你的线路，请换用 Mihomo 或 sing-box',
    },
  },
  'zh-TW': {
    select: '節點選擇',
    automatic: '自動選擇',
    badLink: '訂閱網址無效，請到使用者中心重新複製',
    reasons: {
      locked: '帳號已鎖定，請到使用者中心解鎖',
      paused: '帳號已暫停，請到使用者中心恢復',
      none: '還沒有方案，請到使用者中心購買',
      expired: '方案已到期，請到使用者中心續約',
      quota: '流量已用完，請到使用者中心看怎麼恢復',
      lines: '還沒有可用線路，請到使用者中心安裝',
      maintenance: '線路正在維護，請到使用者中心免費換節點',
      devices: '裝置數已滿，請到使用者中心移除一台',
      client: '這個 App 不支援你的線路，請改用 Mihomo 或 sing-box',
    },
  },
  en: {
    select: 'Proxy',
    automatic: 'Automatic',
    badLink: 'This subscription address is not valid. Please copy it again from the user center.',
    reasons: {
      locked: 'Account locked - unlock it in the user center',
      paused: 'Account paused - resume it in the user center',
      none: 'No plan yet - buy one in the user center',
      expired: 'Plan expired - renew it in the user center',
      quota: 'Data used up - see how to go on in the user center',
      lines: 'No line ready - install one in the user center',
      maintenance: 'Under maintenance - move for free in the user center',
      devices: 'Too many devices - remove one in the user center',
      client: 'This app cannot use your lines - try Mihomo or sing-box',
    },
  },
}
