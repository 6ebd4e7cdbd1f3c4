import type { Translation } from '../words.ts'
import type source from '../zh-cn/topup.ts'

export default {
  balanceNow: '目前餘額',
  afterPaying: '儲值後',
  amount: '儲值金額',
  ownAmount: '其他金額',
  ownHint: '{{min}} 到 {{max}} 元',
  pay: '支付 {{amount}}',
  payPlain: '去支付',
  sheetTitle: '儲值',
  unit: '1 元 = 1 魚幣',
  goodFor: '餘額怎麼用',
  factBuy: '買方案、流量包',
  factBuyText: '餘額可以直接購買，不用再跳轉付款。',
  factSafe: '付款不會遺失',
  factSafeText: '關掉頁面也沒關係，到帳後會自動更新。',
  factRecords: '每一筆都有紀錄',
  factRecordsText: '在餘額明細和付款紀錄裡隨時查看。',
  unfinished: '有一筆儲值還沒付完',
  unfinishedText: '{{amount}} · {{way}} · {{time}} 前可以繼續',
  goOn: '繼續付款',
  choosePackage: '去買方案',
} satisfies Translation<typeof source>
