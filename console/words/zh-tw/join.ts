import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/join.ts'

export default {
  title: '加入控制台',
  invitedTo: '你受邀加入「{{office}}」，角色是{{role}}。',
  ownerOf: '這是「{{office}}」的控制台。設好帳號，你就是店主。',
  until: '連結 {{until}} 前有效。',
  name: '帳號',
  nameHint: '登入控制台用，和使用者帳號分開',
  emailCode: '信箱驗證碼',
  sendCode: '傳送驗證碼',
  codeSent: '驗證碼已寄出',
  passwordHint: '至少 {{min}} 個字元，越長越好',
  accept: '加入',
  gone: '這個連結不能用了',
  goneText: '可能已經用過、過期或被收回。請對方再發一個；已經有帳號就直接登入。',
  toSignIn: '登入',
  noToken: '連結不完整',
  noTokenText: '請從信件或訊息裡完整地開啟連結。',
  next: '下一步設定兩步驟驗證。',
  emailMissing: '先填信箱',
  emailWrong: '這個信箱格式不對',
} satisfies Translation<typeof source>
