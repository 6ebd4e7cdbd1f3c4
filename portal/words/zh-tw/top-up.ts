import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/top-up.ts'

export default {
  balanceNow: '目前{{balance}}',
  afterPaying: '儲值後',
  amount: '儲值金額',
  ownAmount: '其他金額',
  ownHint: '{{min}} 到 {{max}} 元',
  pay: '付款 {{amount}}',
  payPlain: '付款',
  sheetTitle: '儲值',
  unit: '1 元 = 1 魚幣',
  goodFor: '儲值以後',
  factBuy: '購買方案',
  factBuyText: '{{balance}}可以直接購買，不用再跳到付款頁。',
  factSafe: '付款不會遺失',
  factSafeText: '關掉頁面也沒關係，入帳後會自動更新。',
  factRecords: '每一筆都有紀錄',
  factRecordsText: '在{{balance}}明細和付款紀錄裡隨時查看。',
  unfinished: '有一筆儲值還沒付完',
  unfinishedText: '{{amount}} · {{way}} · {{time}} 前可以繼續',
  goOn: '繼續付款',
  choosePackage: '購買方案',
  backToPaying: '回去付款',
} satisfies Translation<typeof source>
