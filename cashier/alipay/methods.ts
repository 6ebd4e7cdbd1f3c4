import { fromBeijing, toBeijing } from '../beijing-time.ts'
import type { CashierMerchant } from '../merchants.ts'
import type { WireDeps } from '../protocol.ts'
import { isPaid, refundedFen, statusAt, type Trade } from '../trade.ts'
import { fromYuan, toYuan } from '../yuan.ts'
import { billAddress } from './bill.ts'

export type Biz = Record<string, unknown>
export type Node = { code: string; msg: string; sub_code?: string; sub_msg?: string; [field: string]: unknown }
type MethodDeps = WireDeps
type Call = { merchant: CashierMerchant; biz: Biz; params: Record<string, string> }

const ok = (fields: object): Node => ({ code: '10000', msg: 'Success', ...fields })
const refuse = (subCode: string, subMsg: string, fields: object = {}): Node => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code: subCode,
  sub_msg: subMsg,
  ...fields,
})
const invalid = (what: string): Node => ({
  code: '40002',
  msg: 'Invalid Arguments',
  sub_code: 'isv.invalid-parameter',
  sub_msg: `参数有误：${what}`,
})

/** A trade for a page, a phone or a QR code. The same number with the same amount is the same trade. */
export function openTrade(deps: MethodDeps, call: Call, product: Trade['product']): Trade | Node {
  const { merchant, biz, params } = call
  const outTradeNo = String(biz['out_trade_no'] ?? '')
  const totalFen = fromYuan(biz['total_amount'])
  const subject = String(biz['subject'] ?? '')
  const expiresAt = biz['time_expire'] === undefined ? null : fromBeijing(biz['time_expire'])
  if (!/^[A-Za-z0-9_]{1,64}$/.test(outTradeNo)) return invalid('out_trade_no')
  if (totalFen === null || totalFen < 1) return invalid('total_amount')
  if (subject === '' || subject.length > 256 || /[/=&]/.test(subject)) return invalid('subject')
  if (biz['time_expire'] !== undefined && expiresAt === null) return invalid('time_expire')
  const wantedProduct = { page: 'FAST_INSTANT_TRADE_PAY', wap: 'QUICK_WAP_WAY', qr: undefined }[product]
  if (wantedProduct && biz['product_code'] !== wantedProduct) return invalid('product_code')
  const known = deps.trades.find(merchant.appId, outTradeNo)
  if (known) {
    if (isPaid(known)) return refuse('ACQ.TRADE_HAS_SUCCESS', '交易已被支付')
    if (statusAt(known, deps.now()) === 'TRADE_CLOSED') return refuse('ACQ.TRADE_HAS_CLOSE', '交易已经关闭')
    if (known.totalFen !== totalFen) return refuse('ACQ.CONTEXT_INCONSISTENT', '交易信息被篡改')
    return deps.trades.update(known, { product })
  }
  const wanted = {
    protocol: 'alipay' as const,
    product,
    channel: 'alipay' as const,
    appId: merchant.appId,
    outTradeNo,
    totalFen,
    subject,
    notifyUrl: params['notify_url'] ?? null,
    returnUrl: params['return_url'] ?? null,
    quitUrl: typeof biz['quit_url'] === 'string' ? biz['quit_url'] : null,
    echo: typeof biz['passback_params'] === 'string' ? biz['passback_params'] : null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
  return deps.trades.open(wanted, 'UNSCANNED')
}

/** Each state answers as the table in docs/gateways.md says. */
const methods: Record<string, (deps: MethodDeps, call: Call) => Node> = {
  'alipay.trade.precreate'(deps, call) {
    const trade = openTrade(deps, call, 'qr')
    if ('code' in trade) return trade
    return ok({ out_trade_no: trade.outTradeNo, qr_code: `${deps.pageBase}/q/${trade.id}` })
  },
  'alipay.trade.query'(deps, call) {
    const trade = findTrade(deps, call)
    if (!trade?.tradeNo) return notExist(call)
    const paid = isPaid(trade) ? toYuan(trade.totalFen) : '0.00'
    return ok({
      trade_no: trade.tradeNo,
      out_trade_no: trade.outTradeNo,
      buyer_logon_id: 'san***@sandbox.cn',
      buyer_user_id: '2088000000000001',
      trade_status: statusAt(trade, deps.now()),
      total_amount: toYuan(trade.totalFen),
      receipt_amount: paid,
      buyer_pay_amount: paid,
      invoice_amount: paid,
      point_amount: '0.00',
      ...(trade.paidAt ? { send_pay_date: toBeijing(new Date(trade.paidAt)) } : {}),
    })
  },
  'alipay.trade.close'(deps, call) {
    const trade = findTrade(deps, call)
    if (!trade?.tradeNo) return notExist(call)
    if (!deps.trades.close(trade)?.isChanged) return refuse('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
    return ok({ trade_no: trade.tradeNo, out_trade_no: trade.outTradeNo })
  },
  'alipay.trade.refund'(deps, call) {
    const trade = findTrade(deps, call)
    if (!trade?.tradeNo) return notExist(call)
    const fen = fromYuan(call.biz['refund_amount'])
    if (fen === null) return invalid('refund_amount')
    const outRequestNo = String(call.biz['out_request_no'] ?? trade.outTradeNo)
    if (trade.status === 'TRADE_FINISHED') return refuse('ACQ.TRADE_HAS_FINISHED', '交易已完结')
    const moved = deps.trades.refund(trade, outRequestNo, fen)
    if (!moved) return refuse('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限或交易状态不符')
    if (moved.isChanged) deps.onRefund(moved.trade)
    return ok({
      trade_no: moved.trade.tradeNo,
      out_trade_no: moved.trade.outTradeNo,
      buyer_logon_id: 'san***@sandbox.cn',
      fund_change: moved.isChanged ? 'Y' : 'N',
      refund_fee: toYuan(refundedFen(moved.trade)),
    })
  },
  'alipay.trade.fastpay.refund.query'(deps, call) {
    const trade = findTrade(deps, call)
    if (!trade?.tradeNo) return notExist(call)
    const wanted = String(call.biz['out_request_no'] ?? trade.outTradeNo)
    const refund = trade.refunds.find(({ outRequestNo }) => outRequestNo === wanted)
    if (!refund) return ok({})
    return ok({
      trade_no: trade.tradeNo,
      out_trade_no: trade.outTradeNo,
      out_request_no: wanted,
      refund_status: 'REFUND_SUCCESS',
      refund_amount: toYuan(refund.fen),
      total_amount: toYuan(trade.totalFen),
    })
  },
  'alipay.data.dataservice.bill.downloadurl.query'(deps, { merchant, biz }) {
    const address = biz['bill_type'] === 'trade' ? billAddress(deps, merchant, String(biz['bill_date'])) : null
    return address === null ? refuse('isp.bill_not_exist', '账单不存在') : ok({ bill_download_url: address })
  },
}

export const methodNames: readonly string[] = Object.keys(methods)

export function runMethod(deps: MethodDeps, name: string, call: Call): Node {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined
  return method ? method(deps, call) : { ...invalid('method'), sub_code: 'isv.invalid-method' }
}

/** trade_no wins if both numbers are given. */
function findTrade({ trades }: MethodDeps, { merchant, biz }: Call): Trade | null {
  const tradeNo = biz['trade_no']
  if (typeof tradeNo === 'string' && tradeNo !== '') return trades.findByTradeNo(merchant.appId, tradeNo)
  return trades.find(merchant.appId, String(biz['out_trade_no'] ?? ''))
}

function notExist({ biz }: Call): Node {
  const amounts = { receipt_amount: '0.00', buyer_pay_amount: '0.00', invoice_amount: '0.00', point_amount: '0.00' }
  return refuse('ACQ.TRADE_NOT_EXIST', '交易不存在', { out_trade_no: String(biz['out_trade_no'] ?? ''), ...amounts })
}
