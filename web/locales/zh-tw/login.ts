import type { Translation } from '../words.ts'
import type source from '../zh-cn/login.ts'

export default {
  title: '登入',
  subtitle: '登入後查看線路、流量和帳戶',
  account: '帳號',
  accountHint: '註冊時填的帳號',
  password: '密碼',
  showPassword: '顯示密碼',
  hidePassword: '隱藏密碼',
  remember: '保持登入',
  forgot: '忘記密碼',
  submit: '登入',
  submitting: '正在登入',
  code: '兩步驟驗證碼',
  codeHint: '驗證器裡的 6 位數字，或復原碼',
  retryIn: '{{count}} 秒後自動重試',
  waiting: '嘗試次數有點多，稍等一下會自動再試，填好的內容都還在',
  locked: '這個帳號已鎖定，用信箱驗證碼和新密碼就能解鎖',
  unlock: '去解鎖',
  passkey: '用通行密鑰登入',
  noAccount: '還沒有帳號？',
  register: '註冊',
  continueAs: '繼續使用 {{name}}',
  notSignedIn: '尚未登入，請先登入',
  expired: '登入已過期，請重新登入',
  pleaseSignIn: '請登入後繼續',
} satisfies Translation<typeof source>
