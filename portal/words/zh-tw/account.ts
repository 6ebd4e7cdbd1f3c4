import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/account.ts'

export default {
  password: '密碼',
  showPassword: '顯示密碼',
  hidePassword: '隱藏密碼',
  code: '兩步驟驗證碼',
  codeHint: '驗證器裡的 6 位數字，或復原碼',
  strengthHint: '至少 {{min}} 個字元，越長越好',
  strengthWeak: '偏弱，再長一些會更安全',
  strengthFair: '還可以，再長一點會更好',
  strengthStrong: '很好',
  contact: '聯絡方式',
  copyContact: '複製聯絡方式',
  support: '聯絡客服',
  blocked: '帳號已停用',
  blockedReason: '原因：{{reason}}',
  blockedText: '剩餘時間為你保留。暫時不能購買、儲值和恢復使用。',
  loadFailedTitle: '無法載入內容',
} satisfies Translation<typeof source>
