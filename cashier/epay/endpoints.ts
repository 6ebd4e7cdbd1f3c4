import { providers } from '../../contract/providers.ts'
import { breakAnswer } from '../answer-call.ts'
import type { Fault } from '../faults.ts'
import { json, mergeFields, redirect, text, type Answer, type Request } from '../http.ts'
import type { CashierMerchant } from '../merchants.ts'
import type { WireDeps } from '../protocol.ts'
import { isPaid, refundedFen, type Trade } from '../trade.ts'
import { fromYuan, toYuan } from '../yuan.ts'
import { isSignedMd5 } from './wire.ts'

type Fields = Record<string, string>

const failed = (msg: string) => ({ code: -1, msg })

/** `submit.php`: a form or a link that a browser opens. */
export async function handleSubmit(deps: WireDeps, request: Request): Promise<Answer> {
  const fields = mergeFields(request.query, request.body)
  const trade = fields ? openEpayTrade(deps, fields, 'page') : 'duplicate'
  return typeof trade === 'string' ? text(trade, 400) : redirect(`pay/${trade.id}`)
}

/** `mapi.php`: the same call from server to server. */
export async function handleMapi(deps: WireDeps, request: Request): Promise<Answer> {
  const fields = mergeFields(request.query, request.body) ?? {}
  const fault = deps.faults.take('mapi', fields['out_trade_no'] ?? '')
  const broken = breakBefore(fault)
  if (broken) return broken
  const isPhone = fields['device'] === 'mobile'
  const trade = openEpayTrade(deps, fields, isPhone ? 'wap' : 'qr')
  if (typeof trade === 'string') return json(failed(trade))
  if (fault?.kind === 'early_notify') await deps.payAndNotify(trade.appId, trade.outTradeNo)
  const where = isPhone ? { payurl: `${deps.pageBase}/pay/${trade.id}` } : { qrcode: `${deps.pageBase}/q/${trade.id}` }
  return breakAnswer(fault, request, json({ code: 1, msg: '', trade_no: trade.tradeNo, ...where }))
}

/** `api.php`: queries an order or refunds it. Here the key itself is the password. */
export async function handleApi(deps: WireDeps, request: Request): Promise<Answer> {
  const fields = mergeFields(request.query, request.body) ?? {}
  const merchant = deps.merchants.find(({ pid }) => pid === fields['pid'])
  if (!merchant || fields['key'] !== merchant.epayKey) return json(failed('商户ID或密钥错误'))
  const fault = deps.faults.take(`api.${fields['act']}`, fields['out_trade_no'] ?? '')
  const broken = breakBefore(fault)
  if (broken) return broken
  const trade = deps.trades.find(merchant.appId, fields['out_trade_no'] ?? '')
  const answer = trade ? runAct(deps, fields, trade) : failed('订单号不存在')
  return breakAnswer(fault, request, json(fault?.kind === 'wrong_amount' ? { ...answer, money: '0.01' } : answer))
}

function breakBefore(fault: Fault | null): Answer | null {
  if (fault?.kind === 'status_500') return text('error', 500)
  return fault?.kind === 'unavailable' ? json({ code: -3, msg: '商户已封禁' }) : null
}

function runAct(deps: WireDeps, fields: Fields, trade: Trade): object {
  if (fields['act'] === 'order') return orderAnswer(deps, trade)
  if (fields['act'] !== 'refund') return failed('No Act!')
  const fen = fromYuan(fields['money'])
  const moved = fen === null ? null : deps.trades.refund(trade, `epay${trade.refunds.length}`, fen)
  return moved ? { code: 1, msg: '退款成功' } : failed('退款失败')
}

function orderAnswer({ merchants }: WireDeps, trade: Trade): object {
  return {
    code: 1,
    msg: '查询订单号成功！',
    trade_no: trade.tradeNo,
    out_trade_no: trade.outTradeNo,
    type: trade.channel,
    pid: Number(merchants.byAppId(trade.appId)?.pid),
    addtime: trade.createdAt,
    endtime: trade.paidAt,
    name: trade.subject,
    money: toYuan(trade.totalFen),
    status: statusOf(trade),
  }
}

/** The first version knows 0 and 1. Sites add 2 for an order paid back, and numbers below 0 for one that ended unpaid. */
function statusOf(trade: Trade): number {
  if (isPaid(trade)) return refundedFen(trade) === trade.totalFen ? 2 : 1
  return trade.status === 'TRADE_CLOSED' ? -1 : 0
}

function openEpayTrade(deps: WireDeps, fields: Fields, product: Trade['product']): Trade | string {
  const merchant = deps.merchants.find(({ pid }) => pid === fields['pid'])
  if (!merchant) return '商户不存在'
  if (!isSignedMd5(fields, merchant.epayKey)) return '签名校验失败'
  const channel = providers.epay.channels.find((one) => one === (fields['type'] ?? 'alipay'))
  const totalFen = fromYuan(fields['money'])
  const { out_trade_no: outTradeNo = '', name = '', notify_url: notifyUrl = '' } = fields
  if (!channel || totalFen === null || !/^[\w.-]{1,64}$/.test(outTradeNo) || name === '' || notifyUrl === '') {
    return '参数错误'
  }
  const known = deps.trades.find(merchant.appId, outTradeNo)
  if (known?.status === 'TRADE_CLOSED' && !isPaid(known)) return '订单已关闭'
  if (known) return known.totalFen === totalFen ? known : '订单金额不一致'
  const wanted = newTrade(merchant, fields, { product, channel, totalFen, outTradeNo, notifyUrl })
  return deps.trades.open(wanted, 'WAIT_BUYER_PAY')
}

type Read = Pick<Trade, 'product' | 'channel' | 'totalFen' | 'outTradeNo'> & { notifyUrl: string }

function newTrade(merchant: CashierMerchant, fields: Fields, read: Read) {
  return {
    ...read,
    protocol: 'epay' as const,
    appId: merchant.appId,
    subject: fields['name'] ?? '',
    returnUrl: fields['return_url'] ?? null,
    quitUrl: null,
    echo: fields['param'] ?? null,
    expiresAt: null,
  }
}
