import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/month-card.ts'

export default {
  which: '月份',
  last: '上個月',
  this: '本月',
  heading: '{{month}} · 月度小結',
  used: '用了',
  days: '連線天數',
  daysValue: '{{days}} / {{all}} 天',
  best: '最常用的線路',
  uptime: '線路在線率',
  save: '儲存圖片',
  hint: '無法儲存？長按圖片也可以。',
  emptyTitle: '沒有用量',
  emptyText: '連上線路用起來，就有小結。',
  failed: '月度小結沒有載入',
  alt: '{{month}}：用了 {{amount}}，連線 {{days}} 天',
} satisfies Translation<typeof source>
