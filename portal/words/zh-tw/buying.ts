import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/buying.ts'

export default {
  payBy: '付款方式',
  balanceEnough: '可用 {{amount}}',
  balanceShort: '可用 {{amount}}，還差 {{missing}}',
  partName: '{{balance}}折抵',
  partRest: '還要付',
  offlineOnly: '這裡不支援線上付款。{{balance}}不足時，請聯絡你的代理商，用序號儲值。',
  toCards: '兌換序號',
  toTopUp: '先儲值',
  confirmFree: '確認，無需付款',
  payAmount: '付款 {{amount}}',
  notMoved: '你的錢沒有變動。',
  stop: '。',
  retrySafe: '結果還不確定，再試一次不會重複扣款。',
  done: '完成',
  balanceLeft: '目前{{balance}}',
  openOrder: '未完成的訂單',
  openOrderText: '{{amount}}，請在 {{time}} 前付款，逾時自動取消',
  agencyOrder: '成為代理商',
  resumeOrder: '繼續付款',
  blocked: '還有一筆訂單沒有完成：{{name}}。先付完它，或取消後再買這一個。還沒有扣款。',
  cancelThat: '取消那一筆',
  payThat: '付完那一筆',
} satisfies Translation<typeof source>
