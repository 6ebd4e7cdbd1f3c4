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
} satisfies Translation<typeof source>
