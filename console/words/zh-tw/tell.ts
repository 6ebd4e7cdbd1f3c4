import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/tell.ts'

export default {
  title: '告訴平台',
  titleAbout: '告訴平台：{{name}}',
  text: '平台的人會看到你的名字和這段話。',
  label: '想說什麼',
  hint: '例如：使用者說下午開始連不上',
  send: '傳給平台',
  sent: '已傳給平台',
  contact: '急事也可以直接聯絡：{{contact}}',
  aboutText: '{{name}}：{{text}}',
  answerOf: '{{name}} 回覆：{{text}}',
  ownTitle: '給平台的留言',
  noAnswer: '還沒回覆',
  listTitle: '代理商的留言',
  from: '代理商 {{key}} · {{member}}',
  answer: '回覆',
  answered: '已回覆 {{count}} 則',
  answerTitle: '回覆代理商',
  answerSend: '送出回覆',
  answerSent: '已回覆，代理商會收到提醒',
  answerLabel: '回覆',
  answerHint: '代理商的團隊都能看到你的名字和這段話。',
} satisfies Translation<typeof source>
