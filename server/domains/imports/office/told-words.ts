import type { Language } from '../../../../contract/languages.ts'
import type { NoticedMark } from '../run/noticed.ts'

export type Told = NoticedMark | 'name' | 'mail' | 'address' | 'blocked'
type Words = { heads: string[]; told: Record<Told, string>; between: string }

const zhCN: Words = {
  heads: ['旧编号', 'ID', '账号', '邮箱', '要告诉他的'],
  told: {
    name: '登录请用这个账号，不是邮箱',
    mail: '没有邮箱，收不到邮件',
    password: '旧密码不能用，要设一个新的',
    plan: '原来的套餐没有过来',
    lines: '线路要重新导入客户端',
    address: '旧订阅地址停用，请换新的',
    discount: '专属折扣没有过来',
    telegram: '要重新绑定 Telegram',
    blocked: '账号已停用',
  },
  between: '；',
}

const zhTW: Words = {
  heads: ['舊編號', 'ID', '帳號', '電子郵件', '要告訴他的'],
  told: {
    name: '登入請用這個帳號，不是電子郵件',
    mail: '沒有電子郵件，收不到信',
    password: '舊密碼不能用，要設一個新的',
    plan: '原來的方案沒有過來',
    lines: '線路要重新匯入',
    address: '舊訂閱網址停用，請換新的',
    discount: '專屬折扣沒有過來',
    telegram: '要重新綁定 Telegram',
    blocked: '帳號已停用',
  },
  between: '；',
}

const en: Words = {
  heads: ['Old number', 'ID', 'Account', 'E-mail', 'What to say'],
  told: {
    name: 'signs in by this account, not by the e-mail',
    mail: 'has no e-mail, so no mail arrives',
    password: 'the old password does not work: set a new one',
    plan: 'the old plan did not come',
    lines: 'lines must be imported into the client again',
    address: 'the old subscription address has ended: take the new one',
    discount: 'the own discount did not come',
    telegram: 'must bind Telegram again',
    blocked: 'the account is blocked',
  },
  between: '; ',
}

export const toldWords: Record<Language, Words> = { 'zh-CN': zhCN, 'zh-TW': zhTW, en }
