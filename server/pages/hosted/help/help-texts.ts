import type { Language } from '../../../../contract/languages.ts'

/**
 * `contact` is the heading above the contact, `caution` stands below it; `ask` replaces it when there is no contact.
 */
export type Help = {
  title: string
  contact: string
  /** Opens the help desk. */
  desk: string
  caution: string
  ask: string
  search: string
  find: string
  articles: string
  nothing: string
  all: string
  gone: string
  helped: string
  yes: string
  no: string
  thanks: string
  sorry: string
}

export const helpTexts: Record<Language, Help> = {
  'zh-CN': {
    title: '帮助与客服',
    contact: '联系客服',
    desk: '写工单',
    caution: '请说明账号名和遇到的问题，不要发送密码。',
    ask: '登录后写工单，就会有人回复。',
    search: '遇到了什么问题',
    find: '查找',
    articles: '常见问题',
    nothing: '没有找到。换个说法试试，或者看看全部问题。',
    all: '全部问题',
    gone: '这篇文章已经不在了。看看其他问题，或者联系客服。',
    helped: '解决了吗',
    yes: '解决了',
    no: '没有',
    thanks: '太好了，谢谢告诉我们。',
    sorry: '谢谢告诉我们。请联系客服，我们接着帮你。',
  },
  'zh-TW': {
    title: '說明與客服',
    contact: '聯絡客服',
    desk: '寫工單',
    caution: '請說明帳號和遇到的問題，不要傳送密碼。',
    ask: '登入後寫工單，就會有人回覆。',
    search: '遇到了什麼問題',
    find: '搜尋',
    articles: '常見問題',
    nothing: '沒有找到。換個說法試試，或者看看全部問題。',
    all: '全部問題',
    gone: '這篇文章已經不在了。看看其他問題，或者聯絡客服。',
    helped: '解決了嗎',
    yes: '解決了',
    no: '沒有',
    thanks: '太好了，謝謝告訴我們。',
    sorry: '謝謝告訴我們。請聯絡客服，我們接著處理。',
  },
  en: {
    title: 'Help',
    contact: 'Contact',
    desk: 'Write a ticket',
    caution: 'Tell them your user name and what happened. Never send your password.',
    ask: 'Sign in and write a ticket, and somebody will answer.',
    search: 'What is the problem?',
    find: 'Search',
    articles: 'Common questions',
    nothing: 'Nothing found. Try other words, or look at all questions.',
    all: 'All questions',
    gone: 'This article is no longer here. Look at the others, or ask support.',
    helped: 'Did this help?',
    yes: 'Yes',
    no: 'No',
    thanks: 'Great, thank you for telling us.',
    sorry: 'Thank you for telling us. Please contact support, and we will take it from there.',
  },
}
