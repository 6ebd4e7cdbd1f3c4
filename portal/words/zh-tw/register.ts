import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/register.ts'

export default {
  title: '註冊',
  tagline: '一個帳號，管好線路和流量',
  invitedBy: '{{name}} 邀請你加入',
  account: '帳號',
  accountHint: '{{min}}–{{max}} 位字母、數字或 _ . @ -',
  accountRule: '帳號須為 {{min}}–{{max}} 位字母、數字或 _ . @ -',
  remember: '保持登入',
  haveInvite: '我有邀請碼',
  invite: '邀請碼',
  inviteHint: '選填，沒有就留空',
  agree: '我已閱讀並同意{{agreement}}和{{privacy}}',
  agreement: '使用條款',
  privacy: '隱私權說明',
  agreeFirst: '請先閱讀並同意使用條款和隱私權說明',
  agreeNow: '同意',
  agreeSubmit: '同意並註冊',
  submit: '註冊',
  submitting: '正在註冊',
  haveAccount: '已有帳號？',
  signIn: '登入',
  suspended: '這個代理商已暫停服務，暫時不能註冊。已有帳號仍可登入',
  unknown: '找不到這個代理商，請用代理商傳給你的連結重新開啟',
} satisfies Translation<typeof source>
