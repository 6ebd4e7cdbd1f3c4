import { createHash } from 'node:crypto'

import { answerCall } from '../answer-call.ts'
import { json, text, type Answer, type Request } from '../http.ts'
import type { CashierMerchant } from '../merchants.ts'
import type { WireDeps } from '../protocol.ts'
import { isPaid, refundedFen, statusAt, type Trade } from '../trade.ts'
import { writeBill } from './bill.ts'
import { VISITOR } from './openid.ts'
import { readSigner, signBody } from './wire.ts'

type Ctx = { deps: WireDeps; merchant: CashierMerchant; input: Record<string, unknown>; id: string }
type Refused = { status: number; code: string; message: string }
type Call = (ctx: Ctx) => object

const refuse = (status: number, code: string): Refused => ({ status, code, message: code })
const TRADE = '/v3/pay/transactions'
const BILL_FILE = '/v3/billdownload/file'

/** Each by its method and path; `:id` is one part. */
const CALLS: readonly (readonly [method: string, path: string, name: string, call: Call])[] = [
  ['POST', `${TRADE}/native`, 'native', (ctx) => openTrade(ctx, 'qr')],
  ['POST', `${TRADE}/h5`, 'h5', (ctx) => openTrade(ctx, 'wap')],
  ['POST', `${TRADE}/jsapi`, 'jsapi', (ctx) => openTrade(ctx, 'page')],
  ['GET', `${TRADE}/out-trade-no/:id`, 'query', (ctx) => showTrade(ctx)],
  ['POST', `${TRADE}/out-trade-no/:id/close`, 'close', closeTrade],
  ['POST', '/v3/refund/domestic/refunds', 'refund', makeRefund],
  ['GET', '/v3/refund/domestic/refunds/:id', 'refund.query', showRefund],
  ['GET', '/v3/bill/tradebill', 'bill', nameBill],
  ['POST', '/v3/security/echo', 'echo', ({ input }) => ({ echo_message: input['echo_message'] })],
]

export async function handleWechat(deps: WireDeps, request: Request): Promise<Answer> {
  const merchant = readSigner(deps.merchants, request, deps.now())
  if (!merchant) return json({ code: 'SIGN_ERROR', message: 'wrong signature' }, 401)
  if (request.path === BILL_FILE) return text(writeBill(deps.trades.all(), merchant, request.query.get('day') ?? ''))
  const matched = match(request)
  if (!matched) return json(refuse(404, 'NOT_FOUND'), 404)
  const read: unknown = request.body === '' ? Object.fromEntries(request.query) : JSON.parse(request.body)
  const input = read as Record<string, unknown>
  const ctx = { deps, merchant, input, id: matched.id }
  const outTradeNo = byAny(ctx)?.outTradeNo ?? String(input['out_trade_no'] ?? '')
  const fault = deps.faults.take(matched.name, outTradeNo)
  const run = () => {
    if (fault?.kind === 'no_change') return { status: 'PROCESSING' }
    const answer = matched.call(ctx)
    return fault?.kind === 'wrong_amount' ? { ...answer, amount: { total: 1, currency: 'CNY' } } : answer
  }
  const write = (answer: object): Answer => {
    if ('code' in answer) return json(answer, (answer as Refused).status)
    const isEmpty = Object.keys(answer).length === 0
    const body = isEmpty ? '' : JSON.stringify(answer)
    const signed = signBody(merchant, fault?.kind === 'bad_sign' ? `${body} ` : body, deps.now())
    const proof = fault?.kind === 'error_response' ? {} : signed
    return { status: isEmpty ? 204 : 200, headers: { 'content-type': 'application/json', ...proof }, body }
  }
  const unavailable = json({ code: 'FREQUENCY_LIMITED', message: 'later' }, 429)
  return answerCall(deps, { request, fault, appId: merchant.appId, outTradeNo }, { run, unavailable, write })
}

function match({ method, path }: Request) {
  for (const [wanted, pattern, name, call] of CALLS) {
    const found = new RegExp(`^${pattern.replace(':id', '([\\w-]{1,64})')}$`).exec(path)
    if (found && wanted === method) return { name, call, id: found[1] ?? '' }
  }
  return null
}

const ownOf = ({ deps, merchant }: Ctx) =>
  deps.trades.all().filter(({ appId, protocol }) => appId === merchant.appId && protocol === 'wechat')
const byNumber = (ctx: Ctx) => ownOf(ctx).find(({ outTradeNo }) => outTradeNo === ctx.id) ?? null
const byTransaction = (ctx: Ctx) =>
  ownOf(ctx).find((trade) => isPaid(trade) && trade.tradeNo === ctx.input['transaction_id']) ?? null
const byRefund = (ctx: Ctx) =>
  ownOf(ctx).find(({ refunds }) => refunds.some(({ outRequestNo }) => outRequestNo === ctx.id)) ?? null
/** So that a fault can be ordered for one payment. */
const byAny = (ctx: Ctx) => byNumber(ctx) ?? byTransaction(ctx) ?? byRefund(ctx)

function openTrade(ctx: Ctx, product: Trade['product']): object {
  const { deps, merchant, input } = ctx
  const { appid, mchid, description, out_trade_no: outTradeNo, notify_url: notifyUrl, time_expire: until } = input
  const { total, currency } = (input['amount'] ?? {}) as Record<string, unknown>
  const expiresAt = new Date(String(until))
  if (appid !== merchant.wxAppId || mchid !== merchant.mchId) return refuse(400, 'APPID_MCHID_NOT_MATCH')
  if (typeof outTradeNo !== 'string' || !/^[\w\-|*]{6,32}$/.test(outTradeNo)) return refuse(400, 'PARAM_ERROR')
  if (!Number.isSafeInteger(total) || (total as number) < 1 || currency !== 'CNY') return refuse(400, 'PARAM_ERROR')
  if (typeof description !== 'string' || description === '' || description.length > 127)
    return refuse(400, 'PARAM_ERROR')
  if (typeof notifyUrl !== 'string' || notifyUrl.includes('?')) return refuse(400, 'PARAM_ERROR')
  if (Number.isNaN(expiresAt.getTime()) || !String(until).endsWith('+08:00')) return refuse(400, 'PARAM_ERROR')
  if (product === 'wap' && !(input['scene_info'] as { h5_info?: object })?.h5_info) return refuse(400, 'PARAM_ERROR')
  if (product === 'page' && (input['payer'] as { openid?: string })?.openid !== VISITOR)
    return refuse(400, 'PARAM_ERROR')
  const known = deps.trades.find(merchant.appId, outTradeNo)
  if (known && isPaid(known)) return refuse(400, 'ORDERPAID')
  if (known && statusAt(known, deps.now()) === 'TRADE_CLOSED') return refuse(400, 'ORDER_CLOSED')
  if (known && known.totalFen !== total) return refuse(400, 'INVALID_REQUEST')
  const wanted = { protocol: 'wechat' as const, product, channel: 'wxpay' as const, appId: merchant.appId, outTradeNo }
  const more = {
    totalFen: total as number,
    subject: description,
    notifyUrl,
    returnUrl: null,
    quitUrl: null,
    echo: null,
  }
  const trade = known
    ? deps.trades.update(known, { product })
    : deps.trades.open({ ...wanted, ...more, expiresAt: expiresAt.toISOString() }, 'UNSCANNED')
  if (product === 'wap') return { h5_url: `${deps.pageBase}/pay/${trade.id}` }
  if (product === 'page') return { prepay_id: `wx${trade.id}` }
  return { code_url: `${deps.pageBase}/q/${trade.id}` }
}

function showTrade(ctx: Ctx): object {
  const { deps, merchant } = ctx
  const trade = byNumber(ctx)
  return trade ? { ...tradeOf(trade, merchant, deps.now()) } : refuse(404, 'ORDER_NOT_EXIST')
}

export function tradeOf(trade: Trade, merchant: CashierMerchant, now: Date): object {
  const paid = isPaid(trade)
  const isClosed = statusAt(trade, now) === 'TRADE_CLOSED'
  return {
    appid: merchant.wxAppId,
    mchid: merchant.mchId,
    out_trade_no: trade.outTradeNo,
    trade_state: paid ? (refundedFen(trade) > 0 ? 'REFUND' : 'SUCCESS') : isClosed ? 'CLOSED' : 'NOTPAY',
    trade_type: { wap: 'MWEB', page: 'JSAPI', qr: 'NATIVE' }[trade.product],
    ...(paid ? { transaction_id: trade.tradeNo, success_time: trade.paidAt } : {}),
    amount: { total: trade.totalFen, payer_total: trade.totalFen, currency: 'CNY', payer_currency: 'CNY' },
  }
}

function closeTrade(ctx: Ctx): object {
  const trade = byNumber(ctx)
  if (ctx.input['mchid'] !== ctx.merchant.mchId) return refuse(400, 'PARAM_ERROR')
  if (!trade) return refuse(404, 'ORDER_NOT_EXIST')
  if (isPaid(trade)) return refuse(400, 'ORDERPAID')
  return ctx.deps.trades.close(trade)?.isChanged ? {} : refuse(400, 'ORDER_CLOSED')
}

function makeRefund(ctx: Ctx): object {
  const { deps, input } = ctx
  const trade = byTransaction(ctx)
  if (!trade) return refuse(404, 'RESOURCE_NOT_EXISTS')
  const { refund, total } = (input['amount'] ?? {}) as { refund?: number; total?: number }
  const outRequestNo = String(input['out_refund_no'] ?? '')
  if (total !== trade.totalFen || !Number.isSafeInteger(refund)) return refuse(400, 'PARAM_ERROR')
  const moved = deps.trades.refund(trade, outRequestNo, refund!)
  if (!moved) return refuse(400, 'INVALID_REQUEST')
  if (moved.isChanged) deps.onRefund(moved.trade)
  return refundOf(moved.trade, outRequestNo)
}

function showRefund(ctx: Ctx): object {
  const trade = byRefund(ctx)
  return trade ? refundOf(trade, ctx.id) : refuse(404, 'RESOURCE_NOT_EXISTS')
}

function refundOf(trade: Trade, outRequestNo: string): object {
  const { fen = 0 } = trade.refunds.find((one) => one.outRequestNo === outRequestNo) ?? {}
  const amount = { total: trade.totalFen, refund: fen, payer_total: trade.totalFen, payer_refund: fen }
  const names = { out_refund_no: outRequestNo, out_trade_no: trade.outTradeNo, transaction_id: trade.tradeNo }
  return { ...names, status: 'SUCCESS', amount }
}

function nameBill({ deps, merchant, input }: Ctx): object {
  const day = String(input['bill_date'])
  const bill = writeBill(deps.trades.all(), merchant, day)
  if (bill === '') return refuse(404, 'NO_STATEMENT_EXIST')
  const hash_value = createHash('sha1').update(bill).digest('hex')
  return { hash_type: 'SHA1', hash_value, download_url: `${deps.url}${BILL_FILE}?day=${day}` }
}
