import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/lines.ts'

export default {
  active: '正常',
  installing: '安裝中',
  moving: '更換中',
  failed: '安裝失敗',
  paused: '已暫停',
  expired: '已到期',
  quota: '流量用完',
  limit: '超出上限',
  node: '節點下線',
  maintenance: '維護中',
  crowded: '擁擠',
  full: '已滿',
  down: '中斷',
  rate: '倍率 {{rate}}',
  load: '負載 {{percent}}%',
  latency: '延遲 {{ms}} 毫秒',
  today: '今日 {{amount}}',
  allRegions: '全部',
  byRegion: '依地區篩選',
  readyNow: '{{name}} 已可使用',
  readyText: '匯入用戶端，或在用戶端裡更新訂閱，就能連線。',
  waitText: '正在節點上開通，通常幾秒。',
} satisfies Translation<typeof source>
