import { toBeijing } from '../beijing-time.ts'
import type { CashierMerchant } from '../merchants.ts'
import { isPaid, type Trade } from '../trade.ts'
import { toYuan } from '../yuan.ts'

const COLUMNS =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const SUMS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'

/** The bill of a day in Beijing: a backtick before each cell. Empty for a day without one. */
export function writeBill(trades: readonly Trade[], merchant: CashierMerchant, day: string): string {
  const own = trades.filter(({ appId, protocol }) => appId === merchant.appId && protocol === 'wechat').filter(isPaid)
  const rows = own.flatMap((trade) => [
    ...(isOf(day, trade.paidAt!) ? [rowOf(trade, merchant, null)] : []),
    ...trade.refunds.filter(({ at }) => isOf(day, at)).map((refund) => rowOf(trade, merchant, refund)),
  ])
  if (rows.length === 0) return ''
  const sums = [String(rows.length), ...Array<string>(6).fill('0.00')]
  return [`\uFEFF${COLUMNS}`, ...rows, SUMS, written(sums), ''].join('\r\n')
}

const isOf = (day: string, at: string) => toBeijing(new Date(at)).startsWith(day)
const written = (cells: readonly string[]) => cells.map((cell) => `\`${cell}`).join(',')

function rowOf(trade: Trade, { wxAppId, mchId }: CashierMerchant, refund: Trade['refunds'][number] | null): string {
  const [paid, back] = [refund ? '0.00' : toYuan(trade.totalFen), toYuan(refund?.fen ?? 0)]
  const at = toBeijing(new Date(refund?.at ?? trade.paidAt!))
  const state = refund ? 'REFUND' : 'SUCCESS'
  const names = [at, wxAppId, mchId, '0', '', trade.tradeNo!, trade.outTradeNo, 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o']
  const refunded = refund
    ? [`5000${trade.tradeNo}`, refund.outRequestNo, back, '0.00', 'ORIGINAL', 'SUCCESS']
    : ['0', '0', '0.00', '0.00', '', '']
  const about = [trade.subject, '', '0.00000', '0.60%', paid, back, '']
  return written([...names, 'NATIVE', state, 'OTHERS', 'CNY', paid, '0.00', ...refunded, ...about])
}
