import type { BalanceKind } from '../../../../contract/balance.ts'
import type { Language } from '../../../../contract/languages.ts'
import { plainYuan, timeWriter, writeCsv } from '../../../platform/text/csv.ts'
import { nameBalance } from '../../../platform/text/name-balance.ts'
import type { EntryRow } from '../../ledger/find-entries.ts'

type Words = { heads: string[]; kinds: Record<BalanceKind, string> }

const words: Record<Language, Words> = {
  'zh-CN': {
    heads: ['时间', '类型', '金额', '结余', '说明'],
    kinds: {
      topup: '充值',
      late_payment: '付款转入{{balance}}',
      sale: '购买',
      order_hold: '购买，{{balance}}部分',
      order_release: '退回{{balance}}部分',
      refund: '退款',
      card_redeem: '卡密兑换',
      commission_to_balance: '佣金转入',
      gift: '赠送',
      gift_link: '礼物链接',
      gift_back: '礼物链接退回',
      waiver: '放弃{{balance}}',
      adjustment: '调整',
      import: '原面板迁入',
      reversal: '冲正',
    },
  },
  'zh-TW': {
    heads: ['時間', '類型', '金額', '結餘', '說明'],
    kinds: {
      topup: '儲值',
      late_payment: '付款轉入{{balance}}',
      sale: '購買',
      order_hold: '購買，{{balance}}部分',
      order_release: '退回{{balance}}部分',
      refund: '退款',
      card_redeem: '序號兌換',
      commission_to_balance: '佣金轉入',
      gift: '贈送',
      gift_link: '禮物連結',
      gift_back: '禮物連結退回',
      waiver: '放棄{{balance}}',
      adjustment: '調整',
      import: '原面板移入',
      reversal: '沖銷',
    },
  },
  en: {
    heads: ['Time', 'Type', 'Amount', 'After', 'Details'],
    kinds: {
      topup: 'Top-up',
      late_payment: 'Payment moved to {{balance}}',
      sale: 'Purchase',
      order_hold: 'Purchase, {{balance}} part',
      order_release: '{{balance}} part returned',
      refund: 'Refund',
      card_redeem: 'Card key',
      commission_to_balance: 'Commission',
      gift: 'Gift',
      gift_link: 'Gift link',
      gift_back: 'Gift link returned',
      waiver: '{{balance}} given up',
      adjustment: 'Adjustment',
      import: 'Brought over',
      reversal: 'Reversal',
    },
  },
}

export function balanceCsv(entries: EntryRow[], language: Language, timeZone: string, balanceName: string): string {
  const { heads, kinds } = words[language]
  const time = timeWriter(timeZone)
  const lines = entries.map(({ at, kind, amountFen, balanceAfterFen, memo }) => [
    time(at),
    nameBalance(kinds[kind as BalanceKind], balanceName, language),
    plainYuan(amountFen),
    plainYuan(balanceAfterFen),
    String(memo['about'] ?? ''),
  ])
  return writeCsv([heads, ...lines])
}
