import type { Language } from '../../../../contract/languages.ts'

const BEIJING = 'Asia/Shanghai'

export type UsageTexts = {
  title: string
  used(used: string, total: string): string
  days: string
  /** The chart's text for readers who cannot see it. */
  plot(total: string, most: string, day: string): string
  nothing: string
  records: string
  nodes: string
  day: string
  node: string
  up: string
  down: string
  charged: string
  /** Says that days are in the business's time zone. */
  note(zone: string): string
  sample: string
}

export const usageTexts: Record<Language, UsageTexts> = {
  'zh-CN': {
    title: '使用记录',
    used: (used, total) => `本期已用 ${used}，共 ${total}`,
    days: '最近 30 天',
    plot: (total, most, day) => `最近 30 天共 ${total}，最多的一天是 ${day}，${most}`,
    nothing: '最近 30 天没有流量记录。安装线路并连接后，一分钟左右就能在这里看到。',
    records: '每日明细',
    nodes: '按节点',
    day: '日期',
    node: '节点',
    up: '上传',
    down: '下载',
    charged: '计费',
    note: (zone) => `计费流量已按节点倍率换算。日期以${zone === BEIJING ? '北京时间' : ` ${zone} 时间`}为准。`,
    sample: '以下是示例数据。',
  },
  'zh-TW': {
    title: '使用紀錄',
    used: (used, total) => `本期已用 ${used}，共 ${total}`,
    days: '最近 30 天',
    plot: (total, most, day) => `最近 30 天共 ${total}，最多的一天是 ${day}，${most}`,
    nothing: '最近 30 天沒有流量紀錄。安裝線路並連線後，一分鐘左右就能在這裡看到。',
    records: '每日明細',
    nodes: '依節點',
    day: '日期',
    node: '節點',
    up: '上傳',
    down: '下載',
    charged: '計費',
    note: (zone) => `計費流量已依節點倍率換算。日期以${zone === BEIJING ? '北京時間' : ` ${zone} 時間`}為準。`,
    sample: '以下是範例資料。',
  },
  en: {
    title: 'Usage',
    used: (used, total) => `${used} of ${total} used in this period`,
    days: 'Last 30 days',
    plot: (total, most, day) => `${total} in the last 30 days; the most on ${day}, ${most}`,
    nothing: 'No data used in the last 30 days. Install a line and connect; it shows here about a minute later.',
    records: 'By day',
    nodes: 'By server',
    day: 'Day',
    node: 'Server',
    up: 'Upload',
    down: 'Download',
    charged: 'Charged',
    note: (zone) => `Charged data includes the server's rate. Days are ${zone === BEIJING ? 'Beijing' : zone} time.`,
    sample: 'This is sample data.',
  },
}
