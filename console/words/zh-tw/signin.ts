import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/signin.ts'

export default {
  title: '登入控制台',
  tagline: '代理商和營運者的辦公室',
  name: '帳號',
  nameHint: '控制台帳號，不是使用者帳號',
  password: '密碼',
  showPassword: '顯示密碼',
  hidePassword: '隱藏密碼',
  code: '兩步驟驗證碼',
  codeHint: '驗證器裡的 6 位數字，或復原碼',
  submit: '登入',
  submitting: '正在登入',
  withPasskey: '用通行密鑰登入',
  passkeyStopped: '沒有完成，可以再試一次',
  passkeyTwice: '這台裝置已經新增過了',
  passkeyFailed: '這台裝置沒能完成，可以換一種方式',
  forgot: '忘了密碼，或者丟了驗證器？',
  forgotText:
    '復原碼可以代替一次驗證碼。密碼忘了，請團隊裡的店主移除你後重新邀請；只有你一個店主時，請聯絡平台營運者。',
  toShop: '要用線路？去使用者中心',
  overTitle: '登入已到期',
  overText: '重新登入後接著做，剛才填的都還在。',
  stepTitle: '確認是你本人',
  stepText: '這一步會動到錢、金鑰、團隊或登入，先再確認一次。',
  stepPassword: '你的密碼',
  stepSubmit: '確認並繼續',
  stepPasskey: '用通行密鑰確認',
} satisfies Translation<typeof source>
