import { createHash } from 'node:crypto'

import { coinWays } from '../../contract/coins.ts'
import { breakAnswer } from '../answer-call.ts'
import type { Fault } from '../faults.ts'
import { json, text, type Answer, type Request } from '../http.ts'
import type { CashierMerchant } from '../merchants.ts'
import type { WireDeps } from '../protocol.ts'
import { isPaid, type Trade } from '../trade.ts'
import { fromYuan, toYuan } from '../yuan.ts'
import { coinStatus, hashOf, signCoin, type Dialect, type Fields } from './wire.ts'

/** Yuan for a coin; the sandbox knows one rate. */
const RATE_FEN = 720
const CHAINS: Record<string, string> = { tron: 'trc20', bsc: 'bep20', ethereum: 'erc20' }
const DEFAULT_LIFE_S = 1200

const good = (data: object) => ({ status_code: 200, message: 'success', data, request_id: '' })
const bad = (status_code: number, message: string) => ({ status_code, message, data: null, request_id: '' })

/** Everything below `/coin`: the three gateways' paths. Old Epusdt and BEpusdt share one, and differ in its fields. */
export async function handleCoin(deps: WireDeps, request: Request): Promise<Answer> {
  const path = request.path.slice('/coin'.length)
  const fields = readJson(request.body)
  if (path === '/payments/gmpay/v1/order/create-transaction') return create(deps, request, fields, 'gmpay')
  if (path === '/api/v1/order/create-transaction')
    return create(deps, request, fields, 'trade_type' in fields ? 'bepusdt' : 'epusdt')
  if (path === '/api/v1/order/cancel-transaction') return cancel(deps, request, fields)
  if (path === '/api/v1/pay/info') return info(deps, request, String(fields['trade_id'] ?? ''))
  if (path.startsWith('/pay/check-status/')) return checkStatus(deps, request, path.split('/').at(-1)!)
  return text('404 page not found', 404)
}

async function create(deps: WireDeps, request: Request, fields: Fields, dialect: Dialect): Promise<Answer> {
  const orderId = String(fields['order_id'] ?? '')
  const fault = deps.faults.take('coin.create', orderId)
  const broken = breakBefore(fault)
  if (broken) return broken
  const merchant = signerOf(deps, fields, dialect)
  if (!merchant) return refuse(dialect, 401, '签名错误')
  const made = openTrade(deps, merchant, fields, dialect)
  if (typeof made === 'string') return refuse(dialect, made === 'exists' ? 10002 : 10009, made)
  if (fault?.kind === 'early_notify') await deps.payAndNotify(made.appId, made.outTradeNo)
  const { coin, totalFen } = made
  const leftS = Math.round((new Date(made.expiresAt!).getTime() - deps.now().getTime()) / 1000)
  const price = fault?.kind === 'wrong_amount' ? 1 : totalFen
  const common = {
    trade_id: made.tradeNo,
    order_id: made.outTradeNo,
    status: coinStatus(made, deps.now()),
    payment_url: `${deps.pageBase}/pay/${made.id}`,
  }
  const said = {
    bepusdt: {
      ...common,
      fiat: 'CNY',
      amount: toYuan(price),
      actual_amount: coin!.amount,
      token: coin!.address,
      expiration_time: leftS,
    },
    gmpay: {
      ...common,
      currency: 'CNY',
      amount: price / 100,
      actual_amount: Number(coin!.amount),
      receive_address: coin!.address,
      token: 'USDT',
      expiration_time: Math.floor(deps.now().getTime() / 1000) + leftS,
    },
    epusdt: {
      ...common,
      amount: price / 100,
      actual_amount: Number(coin!.amount),
      token: coin!.address,
      expiration_time: leftS,
    },
  }
  return breakAnswer(fault, request, json(good(said[dialect])))
}

/** A waiting order of BEpusdt is built anew in place; one that ended is another trade. The others know no second time. */
function openTrade(deps: WireDeps, merchant: CashierMerchant, fields: Fields, dialect: Dialect): Trade | string {
  const orderId = String(fields['order_id'] ?? '')
  const totalFen = fromYuan(fields['amount'])
  const channel = channelOf(fields, dialect)
  const notifyUrl = fields['notify_url']
  const isLong = dialect === 'gmpay' ? orderId.length > 32 : orderId.length > 128
  if (!channel || totalFen === null || isLong || orderId === '' || typeof notifyUrl !== 'string')
    return 'invalid params'
  if (dialect !== 'bepusdt' && totalFen < 1) return 'invalid amount'
  const known = deps.trades.find(merchant.appId, orderId)
  if (known && dialect !== 'bepusdt') return 'exists'
  const lifeS = typeof fields['timeout'] === 'number' ? fields['timeout'] : DEFAULT_LIFE_S
  const expiresAt = new Date(deps.now().getTime() + lifeS * 1000).toISOString()
  const coin = { dialect, amount: freeAmount(deps, totalFen), address: addressOf(merchant, channel) }
  const status = known && coinStatus(known, deps.now())
  if (known && status !== 3 && status !== 4) {
    const isSame = isPaid(known) || (known.totalFen === totalFen && known.channel === channel)
    return isSame ? known : deps.trades.update(known, { totalFen, channel, coin, expiresAt })
  }
  const wanted = { protocol: 'usdt' as const, product: 'qr' as const, channel, totalFen, notifyUrl, coin, expiresAt }
  const rest = {
    appId: merchant.appId,
    outTradeNo: orderId,
    subject: String(fields['name'] ?? '订单'),
    quitUrl: null,
    echo: null,
  }
  const returnUrl = typeof fields['redirect_url'] === 'string' ? fields['redirect_url'] : null
  return deps.trades.open({ ...wanted, ...rest, returnUrl }, 'WAIT_BUYER_PAY')
}

/** While another open trade wants the same, one atom more. */
function freeAmount({ trades, now }: WireDeps, totalFen: number): string {
  const taken = trades
    .all()
    .flatMap((trade) => (trade.coin && coinStatus(trade, now()) === 1 ? [trade.coin.amount] : []))
  let atoms = Math.max(1, Math.round((totalFen * 100) / RATE_FEN))
  while (taken.includes(toYuan(atoms))) atoms += 1
  return toYuan(atoms)
}

function channelOf(fields: Fields, dialect: Dialect): Trade['channel'] | undefined {
  const network = String(fields['network'])
  const name =
    dialect === 'bepusdt'
      ? String(fields['trade_type']).replace('tron.trx', 'trx.tron').replace('.', '-')
      : dialect === 'gmpay'
        ? `${String(fields['token'])}-${CHAINS[network] ?? network}`
        : 'usdt-trc20'
  return coinWays.find((way) => way === name)
}

/** An address that looks like one of its chain; nobody has its key. */
function addressOf({ coinKey }: CashierMerchant, channel: string): string {
  const hash = createHash('sha256').update(`${coinKey}${channel}`).digest('hex')
  return /trc20|tron/.test(channel) ? `T${hash.slice(0, 33).replaceAll('0', 'z')}` : `0x${hash.slice(0, 40)}`
}

async function cancel(deps: WireDeps, request: Request, fields: Fields): Promise<Answer> {
  const trade = byTradeId(deps, String(fields['trade_id'] ?? ''))
  const fault = deps.faults.take('coin.cancel', trade?.outTradeNo ?? '')
  const broken = breakBefore(fault)
  if (broken) return broken
  if (!signerOf(deps, fields, 'bepusdt')) return json(bad(400, '签名错误'))
  if (!trade) return json(bad(400, '订单不存在'))
  if (coinStatus(trade, deps.now()) !== 1) return json(bad(400, '当前订单状态不允许取消'))
  deps.trades.close(trade)
  return breakAnswer(fault, request, json(good({ trade_id: trade.tradeNo })))
}

async function info(deps: WireDeps, request: Request, tradeId: string): Promise<Answer> {
  return ask(deps, request, tradeId, (trade, totalFen) => ({
    trade_id: trade.tradeNo,
    order_id: trade.outTradeNo,
    money: toYuan(totalFen),
    actual_amount: trade.coin!.amount,
    token: trade.coin!.address,
    fiat: 'CNY',
    status: coinStatus(trade, deps.now()),
    trade_url: `https://tronscan.org/#/transaction/${hashOf(trade)}`,
  }))
}

async function checkStatus(deps: WireDeps, request: Request, tradeId: string): Promise<Answer> {
  return ask(deps, request, tradeId, (trade) => ({ trade_id: trade.tradeNo, status: coinStatus(trade, deps.now()) }))
}

type Say = (trade: Trade, totalFen: number) => object

async function ask(deps: WireDeps, request: Request, tradeId: string, say: Say): Promise<Answer> {
  const trade = byTradeId(deps, tradeId)
  const fault = deps.faults.take('coin.query', trade?.outTradeNo ?? '')
  const broken = breakBefore(fault)
  if (broken) return broken
  // A page of the gateway that was opened meanwhile binds the order to its browser: we are told that it is not there.
  if (!trade || fault?.kind === 'error_response')
    return refuse(trade?.coin?.dialect ?? 'bepusdt', 10008, 'order not found')
  return breakAnswer(fault, request, json(good(say(trade, fault?.kind === 'wrong_amount' ? 1 : trade.totalFen))))
}

function breakBefore(fault: Fault | null): Answer | null {
  if (fault?.kind === 'status_500') return text('error', 500)
  return fault?.kind === 'unavailable' ? json(bad(400, '系统繁忙')) : null
}

/** BEpusdt refuses with 200 and a code in the body, the others with the status too. */
function refuse(dialect: Dialect, code: number, message: string): Answer {
  if (dialect === 'bepusdt') return json(bad(400, message === 'order not found' ? '订单不存在' : message))
  return json(bad(code, message), code === 401 ? 401 : 400)
}

function signerOf({ merchants }: WireDeps, fields: Fields, dialect: Dialect): CashierMerchant | null {
  // GMPay prints strings and numbers only.
  if (dialect === 'gmpay' && Object.values(fields).some((value) => typeof value === 'boolean')) return null
  return merchants.find(({ coinKey }) => fields['signature'] === signCoin(fields, coinKey, dialect))
}

function byTradeId({ trades }: WireDeps, tradeId: string): Trade | null {
  return trades.all().find((trade) => trade.coin && trade.tradeNo === tradeId) ?? null
}

function readJson(body: string): Fields {
  try {
    return JSON.parse(body || '{}') as Fields
  } catch {
    return {}
  }
}
