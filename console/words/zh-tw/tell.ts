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
} satisfies Translation<typeof source>
