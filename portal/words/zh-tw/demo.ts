import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/demo.ts'

export default {
  bar: '示範',
  note: '示範 · 資料均為範例',
  brand: '切換品牌',
  brandZero: '魚線',
  brandDolphin: '海豚加速',
  brandOther: '其他代理商',
  register: '註冊帳號',
  endTitle: '示範到這裡結束',
  endText: '剛才的操作都只在這個頁面裡，沒有儲存。',
  again: '再看一遍',
  noDownload: '示範裡不提供下載，註冊後就能匯出自己的資料',
  noPasskey: '示範裡不能新增通行密鑰',
  noTrial: '示範帳號已有方案，不能再試用',
  noLock: '示範帳戶不能鎖定',
  noConsole: '示範裡沒有控制台',
  noPausesLeft: '這段時間的暫停次數已用完',
  paused: '帳戶已暫停，恢復後再試',
  unavailable: '範例裡沒有這一項，換一個試試',
  balanceShort: '{{balance}}不足，先儲值再試',
  couponUnknown: '沒有這個優惠碼。示範裡可以用 WELCOME',
  cardUnknown: '沒有這個序號。示範裡可以用下面未使用的序號',
  lineLimit: '已達方案的線路上限，可以先移除一條',
  commissionShort: '可用佣金不足',
} satisfies Translation<typeof source>
