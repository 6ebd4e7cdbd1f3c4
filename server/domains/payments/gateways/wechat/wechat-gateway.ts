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
import { authorize, isWritten, type WechatCall } from './wechat-wire.ts'

const SUBJECT_MAX = 127

type Answer = { status: number; body: Record<string, unknown> }
type Ask = (method: WechatCall['method'], path: string, input?: object) => Promise<Answer>
type Shop = { account: WechatAccount; appId: string; ask: Ask }

/** WeChat Pay, version 3, in the mode of its public key. Native codes for a desk, H5 pages for a phone's browser. */
export function wechatGateway(merchant: OpenMerchant, asking: Asking): Gateway {
  const account = readWechatAccount(merchant)
  const shop: Shop = { account, appId: merchant.appId, ask: makeAsk(merchant.gatewayUrl, account, asking) }
  return {
    open: (bill, device) => open(shop, bill, device === 'wap'),
    loadTrade: ({ outTradeNo }) => loadTrade(shop, outTradeNo),
    closeTrade: ({ outTradeNo }) => closeTrade(shop, outTradeNo),
    refund: (wish) => refund(shop, wish),
    accepts: (outTradeNo) => accepts(shop, outTradeNo),
  }
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

async function open({ account, appId, ask }: Shop, bill: Bill, isPhone: boolean): Promise<Opened | 'closed'> {
  const scene = { payer_client_ip: bill.clientAddress || '127.0.0.1' }
  const answer = await ask('POST', `/v3/pay/transactions/${isPhone ? 'h5' : 'native'}`, {
    appid: appId,
    mchid: account.mchId,
    description: bill.subject.slice(0, SUBJECT_MAX),
    out_trade_no: bill.outTradeNo,
    time_expire: `${toBeijing(bill.expiresAt).replace(' ', 'T')}+08:00`,
    notify_url: bill.notifyUrl,
    amount: { total: bill.amountFen, currency: 'CNY' },
    scene_info: isPhone ? { ...scene, h5_info: { type: 'Wap' } } : scene,
  })
  const { status, body } = answer
  if (body['code'] === 'ORDER_CLOSED') return 'closed'
  const given = body[isPhone ? 'h5_url' : 'code_url']
  if (status !== 200 || typeof given !== 'string') throw refused('open', answer)
  if (!isPhone) return { qrCode: given }
  const back = new URL(bill.returnUrl)
  back.searchParams.set('out_trade_no', bill.outTradeNo)
  return { payUrl: `${given}${given.includes('?') ? '&' : '?'}redirect_url=${encodeURIComponent(back.href)}` }
}

async function loadTrade({ account, appId, ask }: Shop, outTradeNo: string): Promise<GatewayTrade> {
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
async function closeTrade({ account, ask }: Shop, outTradeNo: string): Promise<void> {
  const answer = await ask('POST', `/v3/pay/transactions/out-trade-no/${outTradeNo}/close`, { mchid: account.mchId })
  if (answer.status >= 500 || answer.status === 401 || answer.status === 429) throw refused('close', answer)
}

/** The same number with the same amount is the same refund. */
async function refund({ ask }: Shop, wish: GatewayRefund): Promise<'done' | 'refused'> {
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
async function accepts(shop: Shop, outTradeNo: string): Promise<boolean> {
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
