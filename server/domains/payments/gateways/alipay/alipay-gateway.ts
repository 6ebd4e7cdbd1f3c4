import type { AlipaySdkCommonResult, AlipaySdk } from 'alipay-sdk'

import { limits } from '../../../../../contract/limits.ts'
import type { OpenMerchant } from '../../merchants/merchant.ts'
import {
  withinTime,
  asTrouble,
  GatewayTrouble,
  type Bill,
  type Gateway,
  type GatewayTrade,
  type GatewayRefund,
  type Opened,
  toBeijing,
  parseYuan,
  toYuan,
} from '../gateway.ts'
import type { Asking } from '../provider.ts'

const PAGES = {
  pc: { method: 'alipay.trade.page.pay', productCode: 'FAST_INSTANT_TRADE_PAY' },
  wap: { method: 'alipay.trade.wap.pay', productCode: 'QUICK_WAP_WAY' },
}
type Exec = (method: string, bizContent: object, more?: object) => Promise<AlipaySdkCommonResult>

export function alipayGateway(merchant: OpenMerchant, { now, time }: Asking): Gateway {
  // The SDK would send local time; this value overrides it.
  const timestamp = toBeijing(now)
  const exec: Exec = async (method, bizContent, more = {}) => {
    try {
      const sdk = await openAlipaySdk(merchant, limits.gatewayTimeoutMs, merchant.gatewayUrl)
      // The SDK's limit is per phase, and it retries after a broken connection. Our limit covers all of it.
      return await withinTime(time, () => sdk.exec(method, { timestamp, bizContent, ...more }, { validateSign: true }))
    } catch (cause) {
      throw asTrouble(method, cause)
    }
  }
  return {
    async open(bill, device) {
      if (device === 'qr') return openQr(exec, bill)
      const { method, productCode } = PAGES[device]
      const sdk = await openAlipaySdk(merchant, limits.gatewayTimeoutMs, merchant.pageUrl ?? merchant.gatewayUrl)
      // Never the POST form: its inline script breaks a strict policy, and its escaping breaks signatures.
      const payUrl = sdk.pageExecute(method, 'GET', {
        timestamp,
        notifyUrl: bill.notifyUrl,
        returnUrl: bill.returnUrl,
        bizContent: { ...bizContentOf(bill), productCode, ...(device === 'wap' ? { quitUrl: quitUrlOf(bill) } : {}) },
      })
      return { payUrl }
    },
    loadTrade: ({ outTradeNo }) => loadTrade(exec, outTradeNo),
    async closeTrade({ outTradeNo }) {
      await exec('alipay.trade.close', { outTradeNo })
    },
    refund: (wish) => refund(exec, wish),
  }
}

async function openQr(exec: Exec, bill: Bill): Promise<Opened | 'closed'> {
  const answer = await exec('alipay.trade.precreate', bizContentOf(bill), { notifyUrl: bill.notifyUrl })
  if (isClosed(answer)) return 'closed'
  const { qrCode } = answer as { qrCode?: unknown }
  if (answer.code !== '10000' || typeof qrCode !== 'string') throw refused('precreate', answer)
  return { qrCode }
}

function bizContentOf(bill: Bill): object {
  return {
    outTradeNo: bill.outTradeNo,
    totalAmount: toYuan(bill.amountFen),
    subject: bill.subject,
    timeExpire: toBeijing(bill.expiresAt),
  }
}

/** Where the page's "back" leads who does not pay. As the gateway does at the end, it names the payment. */
function quitUrlOf({ returnUrl, outTradeNo }: Bill): string {
  const url = new URL(returnUrl)
  url.searchParams.set('out_trade_no', outTradeNo)
  return url.href
}

async function loadTrade(exec: Exec, outTradeNo: string): Promise<GatewayTrade> {
  const answer = await exec('alipay.trade.query', { outTradeNo })
  if (isRefusedAs(answer, 'ACQ.TRADE_NOT_EXIST')) return { state: 'absent' }
  if (isClosed(answer)) return { state: 'closed' }
  if (answer.code !== '10000' || answer['outTradeNo'] !== outTradeNo) throw refused('query', answer)
  switch (answer['tradeStatus']) {
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED': {
      const amountFen = parseYuan(answer['totalAmount'])
      const tradeNo: unknown = answer['tradeNo']
      if (amountFen === null || typeof tradeNo !== 'string') throw new GatewayTrouble('query: no amount')
      return { state: 'paid', tradeNo, amountFen }
    }
    // Expired or fully refunded: we hold no money of this trade.
    case 'TRADE_CLOSED':
      return { state: 'closed' }
    case 'WAIT_BUYER_PAY':
      return { state: 'open' }
    default:
      throw refused('query', answer)
  }
}

/** Code 10000 alone does not mean success, only fund_change=Y does. In all other cases ask for the refund's state. */
async function refund(exec: Exec, { outTradeNo, outRequestNo, amountFen, reason }: GatewayRefund) {
  const wish = { outTradeNo, outRequestNo, refundAmount: toYuan(amountFen), refundReason: reason }
  const answer = await exec('alipay.trade.refund', wish)
  if (answer.code === '10000' && answer['fundChange'] === 'Y') return 'done'
  const found = await exec('alipay.trade.fastpay.refund.query', { outTradeNo, outRequestNo })
  const isDone = found.code === '10000' && found['refundStatus'] === 'REFUND_SUCCESS'
  if (isDone && parseYuan(found['refundAmount']) === amountFen) return 'done'
  const isRefused = answer.code === '40004' && !/SYSTEM_ERROR/.test(subCodeOf(answer))
  if (isRefused && !isDone && found.code === '10000') return 'refused'
  throw refused('refund', answer)
}

function isClosed(answer: AlipaySdkCommonResult): boolean {
  return isRefusedAs(answer, 'ACQ.TRADE_HAS_CLOSE')
}

function isRefusedAs(answer: AlipaySdkCommonResult, subCode: string): boolean {
  return answer.code === '40004' && subCodeOf(answer) === subCode
}

/** The SDK converts the names in an answer, whatever its types say. */
function subCodeOf(answer: AlipaySdkCommonResult): string {
  return String(answer['subCode'] ?? '')
}

function refused(what: string, answer: AlipaySdkCommonResult): GatewayTrouble {
  return new GatewayTrouble(`${what}: ${answer.code} ${subCodeOf(answer)}`)
}

/**
 * The official SDK for one merchant. Imported on first use: the import takes 1.1 s, and most processes never need it.
 */
export async function openAlipaySdk(merchant: OpenMerchant, timeoutMs: number, gateway: string): Promise<AlipaySdk> {
  const sdk = await import('alipay-sdk')
  return new sdk.AlipaySdk({
    appId: merchant.appId,
    privateKey: merchant.secret,
    keyType: 'PKCS8',
    alipayPublicKey: merchant.alipayPublicKey ?? '',
    gateway,
    timeout: timeoutMs,
  })
}
