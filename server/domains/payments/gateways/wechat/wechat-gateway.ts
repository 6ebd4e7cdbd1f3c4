import type { OpenMerchant } from '../../merchants/merchant.ts'
import {
  asTrouble,
  type Bill,
  type Gateway,
  type GatewayRefund,
  type GatewayTrade,
  GatewayTrouble,
  type Opened,
  toBeijing,
  withinTime,
} from '../gateway.ts'
import type { Asking } from '../provider.ts'
import { readWechatAccount, type WechatAccount } from './wechat-keys.ts'
import { knowsSecret } from './wechat-openid.ts'
import { authorize, isWritten, type WechatCall } from './wechat-wire.ts'

const SUBJECT_MAX = 127

type Answer = { status: number; body: Record<string, unknown> }
type Ask = (method: WechatCall['method'], path: string, input?: object) => Promise<Answer>
export type WechatSide = { account: WechatAccount; appId: string; ask: Ask }

/** WeChat Pay, version 3, in the mode of its public key. Native codes for a desk, a page of ours for a phone. */
export function wechatGateway(merchant: OpenMerchant, asking: Asking): Gateway {
  const shop = wechatSide(merchant, asking)
  return {
    open: (bill, device) => open(shop, bill, device === 'wap'),
    loadTrade: ({ outTradeNo }) => loadTrade(shop, outTradeNo),
    closeTrade: ({ outTradeNo }) => closeTrade(shop, outTradeNo),
    refund: (wish) => refund(shop, wish),
    accepts: async (outTradeNo) =>
      (await accepts(shop, outTradeNo)) && (shop.account.appSecret === '' || (await knowsSecret(merchant, asking))),
  }
}

export function wechatSide(merchant: OpenMerchant, asking: Asking): WechatSide {
  const account = readWechatAccount(merchant)
  return { account, appId: merchant.appId, ask: makeAsk(merchant.gatewayUrl, account, asking) }
}

/** An answer that proves nothing is none. Refusals may come without a proof. */
export function makeAsk(gatewayUrl: string, account: WechatAccount, { now, time }: Asking): Ask {
  return async (method, path, input) => {
    const body = input ? JSON.stringify(input) : ''
    const url = `${gatewayUrl.replace(/\/+$/, '')}${path}`
    try {
      return await withinTime(time, async (limitMs) => {
        const response = await fetch(url, {
          method,
          redirect: 'error',
          signal: AbortSignal.timeout(limitMs),
          headers: {
            accept: 'application/json',
            'content-type': 'application/json',
            'user-agent': 'yuxian',
            authorization: authorize(account, { method, path, body }, now),
            // Which key shall sign the answer, for accounts that still have both.
            'wechatpay-serial': account.publicKeyId,
          },
          ...(input ? { body } : {}),
        })
        const text = await response.text()
        const isProven = isWritten(account, Object.fromEntries(response.headers), text, now)
        if (response.ok && !isProven) throw new GatewayTrouble('an answer without proof')
        const read: unknown = text === '' ? {} : JSON.parse(text)
        if (typeof read !== 'object' || read === null) throw new GatewayTrouble('no answer')
        return { status: response.status, body: read as Record<string, unknown> }
      })
    } catch (cause) {
      throw asTrouble(path.split('?')[0]!.replace(/[^/]{20,}/g, '…'), cause)
    }
  }
}

/** A phone's link dies after five minutes, and another is needed in WeChat's own browser: our page asks when it is opened. */
async function open(shop: WechatSide, bill: Bill, isPhone: boolean): Promise<Opened | 'closed'> {
  if (isPhone) return { payUrl: bill.pageUrl }
  const qrCode = await beginTrade(shop, bill, 'native')
  if (qrCode === 'paid') throw new GatewayTrouble('open: paid')
  return qrCode === 'closed' ? 'closed' : { qrCode }
}

const GIVEN = { native: 'code_url', h5: 'h5_url', jsapi: 'prepay_id' } as const

/** Makes the trade, or asks for a fresh way to pay the one that is there. */
export async function beginTrade(
  { account, appId, ask }: WechatSide,
  bill: Bill,
  by: keyof typeof GIVEN,
  openid?: string,
): Promise<string> {
  const scene = { payer_client_ip: bill.clientAddress || '127.0.0.1' }
  const answer = await ask('POST', `/v3/pay/transactions/${by}`, {
    appid: appId,
    mchid: account.mchId,
    description: bill.subject.slice(0, SUBJECT_MAX),
    out_trade_no: bill.outTradeNo,
    time_expire: `${toBeijing(bill.expiresAt).replace(' ', 'T')}+08:00`,
    notify_url: bill.notifyUrl,
    amount: { total: bill.amountFen, currency: 'CNY' },
    scene_info: by === 'h5' ? { ...scene, h5_info: { type: 'Wap' } } : scene,
    ...(openid === undefined ? {} : { payer: { openid } }),
  })
  const { status, body } = answer
  if (body['code'] === 'ORDER_CLOSED') return 'closed'
  if (body['code'] === 'ORDERPAID') return 'paid'
  const given = body[GIVEN[by]]
  if (status !== 200 || typeof given !== 'string') throw refused('open', answer)
  return given
}

async function loadTrade({ account, appId, ask }: WechatSide, outTradeNo: string): Promise<GatewayTrade> {
  const answer = await ask('GET', `/v3/pay/transactions/out-trade-no/${outTradeNo}?mchid=${account.mchId}`)
  const { status, body } = answer
  if (status === 404 && isUnknown(body['code'])) return { state: 'absent' }
  if (status !== 200) throw refused('query', answer)
  const isOurs = body['out_trade_no'] === outTradeNo && body['mchid'] === account.mchId && body['appid'] === appId
  if (!isOurs) throw new GatewayTrouble('query: another number')
  switch (body['trade_state']) {
    case 'SUCCESS':
    case 'REFUND': {
      const { total, currency } = body['amount'] as { total?: unknown; currency?: unknown }
      const tradeNo = body['transaction_id']
      if (typeof tradeNo !== 'string' || typeof total !== 'number' || (currency ?? 'CNY') !== 'CNY') {
        throw new GatewayTrouble('query: no amount')
      }
      // It does not say how much was given back: a person has to look, and nothing is credited.
      return { state: 'paid', tradeNo, amountFen: body['trade_state'] === 'SUCCESS' ? total : 0 }
    }
    case 'CLOSED':
    case 'REVOKED':
    case 'PAYERROR':
      return { state: 'closed' }
    case 'NOTPAY':
    case 'USERPAYING':
      return { state: 'open' }
    default:
      throw refused('query', answer)
  }
}

/** Refused when it is paid or over; the question after this says which. */
async function closeTrade({ account, ask }: WechatSide, outTradeNo: string): Promise<void> {
  const answer = await ask('POST', `/v3/pay/transactions/out-trade-no/${outTradeNo}/close`, { mchid: account.mchId })
  if (answer.status >= 500 || answer.status === 401 || answer.status === 429) throw refused('close', answer)
}

/** The same number with the same amount is the same refund. */
async function refund({ ask }: WechatSide, wish: GatewayRefund): Promise<'done' | 'refused'> {
  const { tradeNo, outRequestNo, amountFen, paidFen, reason } = wish
  const answer = await ask('POST', '/v3/refund/domestic/refunds', {
    transaction_id: tradeNo,
    out_refund_no: outRequestNo,
    reason: reason.slice(0, 80),
    amount: { refund: amountFen, total: paidFen, currency: 'CNY' },
  })
  if (answer.status === 200) return outcomeOf(answer)
  const known = await ask('GET', `/v3/refund/domestic/refunds/${outRequestNo}`)
  if (known.status === 200) return outcomeOf(known)
  const isRefused = answer.status === 400 || answer.status === 403
  if (isRefused && known.status === 404) return 'refused'
  throw refused('refund', answer)
}

/** PROCESSING ends later; ABNORMAL needs a person at WeChat's console. */
function outcomeOf(answer: Answer): 'done' | 'refused' {
  const { status } = answer.body
  if (status === 'SUCCESS') return 'done'
  if (status === 'CLOSED') return 'refused'
  throw refused(`refund ${String(status)}`, answer)
}

/** WeChat's own call for trying an account; where it is not offered, a question about a number that nobody has. */
async function accepts(shop: WechatSide, outTradeNo: string): Promise<boolean> {
  const { status, body } = await shop.ask('POST', '/v3/security/echo', { echo_message: outTradeNo })
  if (status === 200) return body['echo_message'] === outTradeNo
  if (status !== 403 && status !== 404) return false
  return (await loadTrade(shop, outTradeNo)).state === 'absent'
}

function isUnknown(code: unknown): boolean {
  return code === 'ORDER_NOT_EXIST' || code === 'ORDERNOTEXIST'
}

function refused(what: string, { status, body }: Answer): GatewayTrouble {
  return new GatewayTrouble(`${what}: ${status} ${String(body['code'] ?? '').slice(0, 40)}`)
}
