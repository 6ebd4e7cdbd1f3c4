import type { Language } from '../../../contract/languages.ts'
import type { EntryKind } from '../ledger/ledger-kinds.ts'

/** Parts of a printed statement. */
export type StatementPart = 'own' | 'sales' | 'beside'
type Extra =
  | 'opening'
  | 'closing'
  | 'change'
  | 'price'
  | 'liability_settled'
  | 'wholesale'
  | 'commission'
  | 'cards'
  | 'liability'
type Words = {
  heads: [string, string, string]
  parts: Record<StatementPart, string>
  names: Record<EntryKind | Extra, string>
}

/** A kind of transaction without its words does not compile. */
export const statementWords: Record<Language, Words> = {
  'zh-CN': {
    heads: ['部分', '项目', '金额（元）'],
    parts: { own: '余额', sales: '销售', beside: '其他账户' },
    names: {
      opening: '期初',
      closing: '期末',
      change: '变动',
      price: '售价',
      liability_settled: '结清充值负债',
      wholesale: '批发价',
      commission: '佣金',
      cards: '未用卡密',
      liability: '充值负债',
      topup: '用户充值',
      late_payment: '迟到付款',
      pay_fee: '支付手续费',
      agent_payment: '充值',
      sale: '销售',
      order_hold: '付款占用',
      order_release: '占用退回',
      refund: '退款',
      card_batch: '购买卡密',
      card_redeem: '卡密兑换',
      card_void: '作废卡密',
      commission_confirm: '佣金确认',
      commission_void: '佣金作废',
      commission_to_balance: '佣金转余额',
      withdraw_hold: '提现申请',
      withdraw_paid: '代付提现',
      withdraw_back: '提现退回',
      waiver: '用户放弃',
      unclaimed: '无主款项',
      unclaimed_paid: '归还无主款项',
      gift: '赠送',
      gift_link: '礼物链接付款',
      gift_sale: '礼物链接销售',
      gift_back: '礼物链接退回',
      bulk_hold: '批量预留',
      bulk_release: '批量退回',
      payout_hold: '申请结算',
      payout_paid: '结算打款',
      payout_back: '结算退回',
      adjustment: '调整',
      import: '原面板迁入',
      reversal: '冲正',
    },
  },
  'zh-TW': {
    heads: ['部分', '項目', '金額（元）'],
    parts: { own: '餘額', sales: '銷售', beside: '其他帳戶' },
    names: {
      opening: '期初',
      closing: '期末',
      change: '變動',
      price: '售價',
      liability_settled: '結清儲值負債',
      wholesale: '批發價',
      commission: '佣金',
      cards: '未用序號',
      liability: '儲值負債',
      topup: '使用者儲值',
      late_payment: '遲到付款',
      pay_fee: '支付手續費',
      agent_payment: '儲值',
      sale: '銷售',
      order_hold: '付款占用',
      order_release: '占用退回',
      refund: '退款',
      card_batch: '購買序號',
      card_redeem: '序號兌換',
      card_void: '作廢序號',
      commission_confirm: '佣金確認',
      commission_void: '佣金作廢',
      commission_to_balance: '佣金轉餘額',
      withdraw_hold: '提領申請',
      withdraw_paid: '代付提領',
      withdraw_back: '提領退回',
      waiver: '使用者放棄',
      unclaimed: '無主款項',
      unclaimed_paid: '歸還無主款項',
      gift: '贈送',
      gift_link: '禮物連結付款',
      gift_sale: '禮物連結銷售',
      gift_back: '禮物連結退回',
      bulk_hold: '批次預留',
      bulk_release: '批次退回',
      payout_hold: '申請結算',
      payout_paid: '結算撥款',
      payout_back: '結算退回',
      adjustment: '調整',
      import: '原面板移入',
      reversal: '沖銷',
    },
  },
  en: {
    heads: ['Part', 'Item', 'Amount (yuan)'],
    parts: { own: 'Balance', sales: 'Sales', beside: 'Other accounts' },
    names: {
      opening: 'Opening',
      closing: 'Closing',
      change: 'Change',
      price: 'Price',
      liability_settled: 'Top-ups settled',
      wholesale: 'Wholesale',
      commission: 'Commission',
      cards: 'Unused voucher codes',
      liability: 'Top-ups owed',
      topup: 'User top-up',
      late_payment: 'Late payment',
      pay_fee: 'Fees of payments',
      agent_payment: 'Top-up',
      sale: 'Sales',
      order_hold: 'Held for an order',
      order_release: 'Returned from an order',
      refund: 'Refunds',
      card_batch: 'Voucher codes bought',
      card_redeem: 'Voucher codes redeemed',
      card_void: 'Voucher codes void',
      commission_confirm: 'Commission confirmed',
      commission_void: 'Commission void',
      commission_to_balance: 'Commission to balance',
      withdraw_hold: 'Withdrawal asked for',
      withdraw_paid: 'Withdrawals paid for users',
      withdraw_back: 'Withdrawal returned',
      waiver: 'Given up by users',
      unclaimed: 'Unclaimed',
      unclaimed_paid: 'Unclaimed given back',
      gift: 'Gifts',
      gift_link: 'Gift links paid',
      gift_sale: 'Gift links sold',
      gift_back: 'Gift links returned',
      bulk_hold: 'Set aside for many',
      bulk_release: 'Given back of that',
      payout_hold: 'Payout asked for',
      payout_paid: 'Payout paid',
      payout_back: 'Payout returned',
      adjustment: 'Adjustment',
      import: 'Brought over',
      reversal: 'Reversal',
    },
  },
}

/** Words of the platform's own statement. */
export const platformWords: Record<Language, Record<'bank' | 'revenue' | 'in' | 'out', string>> = {
  'zh-CN': { bank: '平台账户', revenue: '平台收入', in: '收入', out: '支出' },
  'zh-TW': { bank: '平台帳戶', revenue: '平台收入', in: '收入', out: '支出' },
  en: { bank: 'Bank', revenue: 'Revenue', in: 'in', out: 'out' },
}
