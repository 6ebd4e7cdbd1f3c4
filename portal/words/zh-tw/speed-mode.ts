import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/speed-mode.ts'

export default {
  mode: '{{mode}}模式',
  standardText: '優先用人少的節點，日常使用最輕鬆。',
  gameText: '優先用延遲低的節點，反應更快。',
  videoText: '優先用頻寬大的節點，看影片不卡頓。',
  saverText: '優先用省流量的節點，流量更耐用。',
  standardFit: '聊天、上網、工作',
  gameFit: '遊戲、語音、遠端桌面',
  videoFit: '高畫質影片、下載、直播',
  saverFit: '流量吃緊的日子',
  standardClass: '速度等級：標準',
  gameClass: '速度等級：低延遲優先',
  videoClass: '速度等級：大頻寬優先',
  saverClass: '速度等級：節省',
  inUse: '正在使用',
  chosen: '已切換到{{mode}}模式，更新訂閱後 App 裡的順序也會變',
  pausedText: '帳戶已暫停，恢復使用後可以換模式。',
  resume: '恢復使用',
  firstTitle: '現在優先這些節點',
  classNote: '速度等級在 {{count}} 個節點上生效，其他節點只影響先後順序。',
  install: '安裝',
  noNodes: '還沒有可用的節點。',
} satisfies Translation<typeof source>
