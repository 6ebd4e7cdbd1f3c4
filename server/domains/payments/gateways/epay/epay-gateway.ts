import { createHash } from 'node:crypto'

import { equalBytes } from '../../../../platform/secrets/crypto.ts'
import type { OpenMerchant } from '../../merchants/merchant.ts'
import { askText } from '../ask-text.ts'
import { withinTime, asTrouble, GatewayTrouble, type Bill, type Gateway, parseYuan, toYuan } from '../gateway.ts'
import type { Asking } from '../provider.ts'

type Answer = Record<string, unknown>
const NAME_MAX_BYTES = 127

/** EPay (易支付) V1. The key is part of the query's address, so never log addresses or causes. */
export function epayGateway(merchant: OpenMerchant, { time, reach }: Omit<Asking, 'now'>): Gateway {
  const base = (url: string) => url.replace(/\/+$/, '')
  const to = { time, reach }
  const account = { pid: merchant.appId, key: merchant.secret }
  const ask = (act: string, fields: Record<string, string>, method: 'GET' | 'POST') => {
    const text = new URLSearchParams({ ...account, ...fields })
    const url = `${base(merchant.gatewayUrl)}/api.php?act=${act}`
    return method === 'GET' ? call(to, act, `${url}&${text}`) : call(to, act, url, text)
  }
  return {
    async open(bill, wanted) {
      if (wanted !== 'qr') {
        const page = new URLSearchParams(signedBill(merchant, bill))
        return { payUrl: `${base(merchant.pageUrl ?? merchant.gatewayUrl)}/submit.php?${page}` }
      }
      const more = { clientip: bill.clientAddress, device: 'pc' }
      const fields = new URLSearchParams(signedBill(merchant, bill, more))
      const answer = await call(to, 'mapi', `${base(merchant.gatewayUrl)}/mapi.php`, fields)
      const { qrcode, payurl } = answer
      if (saysClosed(answer)) return 'closed'
      if (!isOne(answer['code'])) throw new GatewayTrouble('mapi: refused')
      if (typeof qrcode === 'string' && qrcode !== '') return { qrCode: qrcode }
      if (typeof payurl === 'string' && /^https?:/.test(payurl)) return { payUrl: payurl }
      throw new GatewayTrouble('mapi: nothing to pay with')
    },
    async loadTrade({ outTradeNo }) {
      const answer = await ask('order', { out_trade_no: outTradeNo }, 'GET')
      if (isUnknownOrder(answer)) return { state: 'absent' }
      if (saysClosed(answer)) return { state: 'closed' }
      // A wrong key or a blocked merchant says nothing about the order: "absent" would close a paid payment.
      if (!isOne(answer['code'])) throw new GatewayTrouble('order: refused')
      if (answer['out_trade_no'] !== outTradeNo) throw new GatewayTrouble('order: another number')
      if (isEnded(answer)) return { state: 'closed' }
      if (!isPaid(answer)) return { state: 'open' }
      const amountFen = parseYuan(answer['money'])
      const tradeNo = answer['trade_no']
      if (amountFen === null || typeof tradeNo !== 'string') throw new GatewayTrouble('order: no amount')
      return { state: 'paid', tradeNo, amountFen }
    },
    // V1 has no close call: an unpaid order there simply expires.
    async closeTrade() {},
    async refund({ outTradeNo, amountFen }) {
      const answer = await ask('refund', { out_trade_no: outTradeNo, money: toYuan(amountFen) }, 'POST')
      // Sites give the same answer for "no" and "under way". Taking it as "no" could refund the money twice.
      if (!isOne(answer['code'])) throw new GatewayTrouble('refund: not confirmed')
      return 'done'
    },
  }
}

function signedBill(merchant: OpenMerchant, bill: Bill, more: Record<string, string> = {}): Record<string, string> {
  const fields = {
    pid: merchant.appId,
    type: bill.channel,
    out_trade_no: bill.outTradeNo,
    notify_url: bill.notifyUrl,
    return_url: bill.returnUrl,
    name: Buffer.from(bill.subject).subarray(0, NAME_MAX_BYTES).toString('utf8').replaceAll('\uFFFD', ''),
    money: toYuan(bill.amountFen),
    ...more,
  }
  return { ...fields, sign: signEpay(fields, merchant), sign_type: 'MD5' }
}

/** EPay has no code for an unknown order: each site has its own sentence. */
function isUnknownOrder({ code, msg }: Answer): boolean {
  return !isOne(code) && typeof msg === 'string' && /订单.{0,6}不存在|order.{0,20}(not exist|not found)/i.test(msg)
}

/** Likewise for an order that ended unpaid. Of the order itself: "接口已关闭" says nothing about it. */
function saysClosed({ code, msg }: Answer): boolean {
  if (isOne(code) || typeof msg !== 'string') return false
  return /(订单|交易)号?已经?被?(关闭|过期|超时|取消|失效)|order (is |has been |was |has )?(closed|expired|cancell?ed)/i.test(
    msg,
  )
}

/** Some sites name the state in words too, and a few of those number a waiting order 1. */
function isPaid({ status, trade_status: words }: Answer): boolean {
  return isOne(status) && (typeof words !== 'string' || words === 'TRADE_SUCCESS')
}

/** 2 is paid back. Sites that close orders use numbers below 0, or a word. */
function isEnded({ status, trade_status: words }: Answer): boolean {
  if (Number(status) === 2 || Number(status) < 0) return true
  return typeof words === 'string' && /^(TRADE_)?(CLOSED|CANCELL?ED|EXPIRED|TIMEOUT)$/i.test(words)
}

/** Sites send numbers as numbers or as strings. */
function isOne(value: unknown): boolean {
  return value === 1 || value === '1'
}

type To = Omit<Asking, 'now'>

async function call({ time, reach }: To, what: string, url: string, form?: URLSearchParams): Promise<Answer> {
  try {
    return await withinTime(time, async (timeoutMs) => {
      const body = form ? { body: String(form) } : {}
      const { status, text } = await askText(url, { timeoutMs, reach, ...body })
      const answer: unknown = JSON.parse(text)
      if (status < 200 || status > 299 || typeof answer !== 'object' || answer === null)
        throw new GatewayTrouble(`${what}: no answer`)
      return answer as Answer
    })
  } catch (cause) {
    throw asTrouble(what, cause)
  }
}

type EpayKey = { secret: string; epayKeyPrefix: string }

/**
 * EPay V1's MD5 over the sorted fields without sign, sign_type and empty values, then the key. MD5 is weak, so it is
 * never the only check.
 */
function signEpay(fields: Record<string, string>, { secret, epayKeyPrefix }: EpayKey): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'sign' && name !== 'sign_type' && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
  return createHash('md5').update(`${text}${epayKeyPrefix}${secret}`).digest('hex')
}

export function isSignedEpay(fields: Record<string, string>, key: EpayKey): boolean {
  const given = Buffer.from((fields['sign'] ?? '').toLowerCase())
  return equalBytes(given, Buffer.from(signEpay(fields, key)))
}
