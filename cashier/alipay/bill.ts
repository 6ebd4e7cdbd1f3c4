import { createHash } from 'node:crypto'

import { toBeijing } from '../beijing-time.ts'
import { text, type Answer, type Request } from '../http.ts'
import type { CashierMerchant } from '../merchants.ts'
import type { WireDeps } from '../protocol.ts'
import { isPaid, type Trade } from '../trade.ts'
import { toYuan } from '../yuan.ts'
import { toGbk } from './gbk.ts'
import { zip } from './zip.ts'

const COLUMNS =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'
const LINE = '-'.repeat(41)

/** Null for a day without trades: there is no bill then. */
export function billAddress(deps: WireDeps, merchant: CashierMerchant, day: string): string | null {
  if (rowsOf(deps.trades.all(), merchant, day).length === 0) return null
  return `${deps.url}/alipaybill/${merchant.appId}/${day}?token=${tokenOf(merchant, day)}`
}

/** The archive as Alipay gives it: the details and the sums, both in GBK. */
export async function handleBill(deps: WireDeps, { path, query }: Request): Promise<Answer> {
  const [, , appId = '', day = ''] = path.split('/')
  const merchant = deps.merchants.byAppId(appId)
  if (!merchant || query.get('token') !== tokenOf(merchant, day)) return text('no such bill', 404)
  const about = `#账号：[${merchant.sellerId}0156]\r\n#起始日期：[${day} 00:00:00]   终止日期：[${day} 24:00:00]`
  const rows = rowsOf(deps.trades.all(), merchant, day)
  const details = ['#支付宝业务明细查询', about, `#${LINE}业务明细列表${LINE}`, COLUMNS, ...rows]
  const ends = [`#${LINE}业务明细列表结束${LINE}`, `#导出时间：[${toBeijing(deps.now())}]`, '']
  const sums = ['#支付宝业务汇总查询', about, '门店编号,门店名称,交易订单总笔数', `合计,,${rows.length}`, '']
  const body = zip({ 'details.csv': toGbk([...details, ...ends].join('\r\n')), 'sums.csv': toGbk(sums.join('\r\n')) })
  return Promise.resolve({ status: 200, headers: { 'content-type': 'application/zip' }, body })
}

function tokenOf({ appPrivateKey }: CashierMerchant, day: string): string {
  return createHash('sha256').update(`${appPrivateKey}${day}`).digest('hex').slice(0, 32)
}

function rowsOf(trades: readonly Trade[], { appId }: CashierMerchant, day: string): string[] {
  const isOf = (at: string) => toBeijing(new Date(at)).startsWith(day)
  const own = trades.filter((trade) => trade.appId === appId && trade.protocol === 'alipay').filter(isPaid)
  return own.flatMap((trade) => [
    ...(isOf(trade.paidAt!) ? [rowOf(trade, null)] : []),
    ...trade.refunds.filter(({ at }) => isOf(at)).map((refund) => rowOf(trade, refund)),
  ])
}

function rowOf(trade: Trade, refund: Trade['refunds'][number] | null): string {
  const amount = refund ? `-${toYuan(refund.fen)}` : toYuan(trade.totalFen)
  const [made, ended] = [trade.createdAt, refund?.at ?? trade.paidAt!].map((at) => toBeijing(new Date(at)))
  const names = [`${trade.tradeNo}\t`, `${trade.outTradeNo}\t`, `${refund ? '退款' : '交易'}\t`, trade.subject]
  const shop = [made, ended, '\t', '\t', '\t', '\t', '**三(san***@sandbox.cn)\t']
  const rest = ['0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00\t', '0.00', `${refund?.outRequestNo ?? ''}\t`]
  return [...names, ...shop, amount, amount, ...rest, '0.00', '0.00', ''].join(',')
}
