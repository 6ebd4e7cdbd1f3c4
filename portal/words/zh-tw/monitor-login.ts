import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/monitor-login.ts'

export default {
  title: '監控登入',
  tagline: '節點、流量、付款和告警，一個畫面看完',
  accountHint: '監控帳號',
  codeHint: '驗證器裡的 6 位數字',
  help: '監控帳號由平台開通，忘記密碼請聯絡平台。',
  userLogin: '使用者登入',
  status: '服務狀態',
} satisfies Translation<typeof source>
