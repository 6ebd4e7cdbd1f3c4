import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/audit.ts'

export default {
  label: '做過和看過的事',
  at: '時間',
  who: '誰',
  what: '做了什麼',
  subject: '對象',
  change: '改動',
  address: '網路位址',
  code: '代碼',
  action: '動作',
  from: '從這天起',
  to: '到這天止',
  looks: '看過個人資料',
  team: '團隊改動',
  empty: '還沒有紀錄',
  emptyText: '每次改動、每次查看個人資料都會記在這裡，保留兩年。',
  detailTitle: '這一筆紀錄',
  before: '之前',
  after: '之後',
  detail: '補充',
  nothing: '沒有更多',
  system: '系統',
  forever: '只增不改，保留兩年；網路位址 90 天後刪除。',
} satisfies Translation<typeof source>
