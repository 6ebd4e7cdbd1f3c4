import { coinWays, type CoinWay } from '../../../../../contract/coins.ts'
import type { OpenMerchant } from '../../merchants/merchant.ts'
import { askText } from '../ask-text.ts'
import {
  asTrouble,
  GatewayTrouble,
  parseYuan,
  withinTime,
  type Bill,
  type Gateway,
  type GatewayTrade,
  type Opened,
  type TradeName,
} from '../gateway.ts'
import type { Asking } from '../provider.ts'
import { coinCalls } from './coin-calls.ts'
import { signCoin, type Dialect, type Fields } from './sign-coin.ts'

type Answer = { code: number; message: string; data: Fields }
type Ask = (what: string, path: string, body?: string) => Promise<Answer>
const EXISTS = 10002
const UNKNOWN = 10008
const SIGNATURE_WRONG = 401

export const dialectOf = ({ settings }: OpenMerchant): Dialect => (settings['dialect'] ?? 'bepusdt') as Dialect

/** BEpusdt, GMPay and the old Epusdt: one driver. None of them refunds. */
export function usdtGateway(merchant: OpenMerchant, asking: Asking): Gateway {
  const dialect = dialectOf(merchant)
  const calls = coinCalls[dialect]
  const ask = asker(merchant, asking)
  const signed = (fields: Fields) =>
    JSON.stringify({ ...fields, signature: signCoin(fields, { dialect, key: merchant.secret }) })
  return {
    lateLooksMs: calls.lateLooksMs,
    async open(bill) {
      const channel = coinWays.find((way) => way === bill.channel)
      if (!channel) throw new GatewayTrouble('create: no coin')
      const leftS = Math.floor((bill.expiresAt.getTime() - asking.now.getTime()) / 1000)
      const fields = calls.bill({ ...bill, channel }, merchant.appId, leftS)
      const answer = await ask('create', calls.createPath, signed(fields))
      // Made by a call whose answer was lost: nobody has seen its address, and it has no other.
      if (answer.code === EXISTS) return 'closed'
      if (answer.code !== 200) throw new GatewayTrouble(`create: ${answer.code}`)
      return readOpened(answer.data, bill, channel, calls.address)
    },
    async loadTrade(trade) {
      // Never shown to anybody, so nobody can have paid it.
      if (trade.gatewayRef === null) return { state: 'absent' }
      const { path, body } = calls.ask(trade.gatewayRef)
      const answer = await ask('query', path, body)
      // Who plays with its public page can hide an order from us. It was there, and it may be paid.
      if (isUnknown(answer)) return { state: 'open' }
      if (answer.code !== 200) throw new GatewayTrouble(`query: ${answer.code}`)
      return readTrade(answer.data, { ...trade, gatewayRef: trade.gatewayRef })
    },
    async closeTrade({ gatewayRef, expiresAt }) {
      // Not at its end: what was paid in time and is found later would be lost.
      if (calls.cancelPath === null || gatewayRef === null || expiresAt <= asking.now) return
      await ask('cancel', calls.cancelPath, signed({ trade_id: gatewayRef }))
    },
    refund: () => Promise.resolve('refused'),
    /** A signed call about a trade that is not there: only the right key comes as far as the trade. */
    async accepts(number) {
      const path = calls.cancelPath ?? calls.createPath
      const fields = calls.cancelPath ? { trade_id: number } : { pid: merchant.appId, order_id: number, amount: 0 }
      const { code, message } = await ask('try', path, signed(fields))
      if (dialect === 'bepusdt') return code === 400 && isUnknown({ code, message })
      return code !== 200 && code !== SIGNATURE_WRONG && !saysSignature(message)
    },
  }
}

function asker({ gatewayUrl }: OpenMerchant, { time, reach }: Asking): Ask {
  return async (what, path, body) => {
    try {
      return await withinTime(time, async (timeoutMs) => {
        const url = `${gatewayUrl.replace(/\/+$/, '')}${path}`
        const sent = body === undefined ? {} : { body, contentType: 'application/json' }
        const { status, text } = await askText(url, { timeoutMs, reach, ...sent })
        const answer: unknown = JSON.parse(text)
        // 400 and 401 come with a reason in the body, the rest is no answer.
        if (![200, 400, 401].includes(status) || !isFields(answer)) throw new GatewayTrouble(`${what}: no answer`)
        const { status_code: code, message, data } = answer
        if (typeof code !== 'number') throw new GatewayTrouble(`${what}: no code`)
        return { code, message: String(message ?? ''), data: isFields(data) ? data : {} }
      })
    } catch (cause) {
      throw asTrouble(what, cause)
    }
  }
}

function readOpened(data: Fields, bill: Bill, unit: CoinWay, addressField: string): Opened {
  const { trade_id: tradeId, order_id: orderId, amount, actual_amount: actual, payment_url: page } = data
  const address = data[addressField]
  // The order may have been made before with another price: whoever pays that would pay too little or too much.
  if (orderId !== bill.outTradeNo || parseYuan(amount) !== bill.amountFen) throw new GatewayTrouble('create: another')
  const coins = typeof actual === 'number' ? String(actual) : actual
  if (typeof tradeId !== 'string' || !/^[\w-]{1,64}$/.test(tradeId)) throw new GatewayTrouble('create: no trade')
  if (typeof coins !== 'string' || !/^\d{1,12}(\.\d{1,9})?$/.test(coins) || Number(coins) <= 0)
    throw new GatewayTrouble('create: no amount')
  if (typeof address !== 'string' || !/^[\w:-]{16,128}$/.test(address)) throw new GatewayTrouble('create: no address')
  const rate = (bill.amountFen / 100 / Number(coins)).toFixed(4)
  const own = typeof page === 'string' && /^https?:/.test(page) ? { payUrl: page } : {}
  return { qrCode: address, ...own, gatewayRef: tradeId, quote: { unit, amount: coins, rate, address } }
}

/** 3, expired, is no end: what was paid in time may be found later and become 2. */
function readTrade(data: Fields, trade: TradeName & { gatewayRef: string }): GatewayTrade {
  if (data['trade_id'] !== trade.gatewayRef) throw new GatewayTrouble('query: another trade')
  // BEpusdt calls the price "money" here; "actual_amount" is the coins.
  const { order_id: orderId = trade.outTradeNo, amount, money = amount } = data
  if (orderId !== trade.outTradeNo) throw new GatewayTrouble('query: another number')
  switch (data['status']) {
    case 1:
    case 3:
      return { state: 'open' }
    case 2: {
      // The old ones do not say the amount: it is that of the trade that we made.
      const amountFen = money === undefined ? trade.amountFen : parseYuan(money)
      if (amountFen === null) throw new GatewayTrouble('query: no amount')
      return { state: 'paid', tradeNo: trade.gatewayRef, amountFen, hash: hashIn(data['trade_url']) }
    }
    case 4:
    case 6:
      return { state: 'closed' }
    case 5:
      return { state: 'seen' }
    default:
      throw new GatewayTrouble('query: no state')
  }
}

/** BEpusdt gives a page of the chain that ends with the transaction; the others do not say which it was. */
function hashIn(page: unknown): string | null {
  return (typeof page === 'string' && /\/([\w-]{32,128})(?:#\w+)?$/.exec(page)?.[1]) || null
}

function isUnknown({ code, message }: Pick<Answer, 'code' | 'message'>): boolean {
  return code === UNKNOWN || (code !== 200 && /订单不存在|order.{0,6}not (found|exist)/i.test(message))
}

function saysSignature(message: string): boolean {
  return /签名|signature/i.test(message)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
