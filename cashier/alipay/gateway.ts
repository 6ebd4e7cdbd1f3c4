import { breakAnswer } from '../answer-call.ts'
import { fromBeijing } from '../beijing-time.ts'
import type { Fault } from '../faults.ts'
import { mergeFields, redirect, text, type Answer, type Request } from '../http.ts'
import type { CashierMerchant } from '../merchants.ts'
import type { WireDeps } from '../protocol.ts'
import { methodNames, openTrade, runMethod, type Biz, type Node } from './methods.ts'
import { isSignedRsa2, requestText, writeAnswer } from './wire.ts'

type Params = Record<string, string>
type Accepted = { merchant: CashierMerchant; params: Params; biz: Biz }

const PAGES: Record<string, 'page' | 'wap'> = {
  'alipay.trade.page.pay': 'page',
  'alipay.trade.wap.pay': 'wap',
}
/** How far a caller's clock may be off. A page address may be older, because it is opened after it is signed. */
const CLOCK_TOLERANCE_MS = 15 * 60_000
const PAGE_AGE_MS = 2 * 3_600_000

/** `gateway.do`: every call of the protocol, by its `method`. */
export async function handleGateway(deps: WireDeps, request: Request): Promise<Answer> {
  const params = mergeFields(request.query, request.body)
  if (!params) return text('duplicate parameters', 400)
  const method = params['method'] ?? ''
  const page = Object.hasOwn(PAGES, method) ? PAGES[method] : undefined
  const accepted = accept(deps, params, page !== undefined)
  if (page) return openPage(deps, accepted, page)
  const outTradeNo = isAccepted(accepted) ? String(accepted.biz['out_trade_no'] ?? '') : ''
  const fault = deps.faults.take(method, outTradeNo)
  return answerCall(deps, { request, method, accepted, fault })
}

/** Checks that a request comes from one of our merchants: key, clock, shape. */
function accept(deps: WireDeps, params: Params, isPage: boolean): Accepted | Node {
  const merchant = deps.merchants.byAppId(params['app_id'] ?? '')
  if (!merchant) return wrong('isv.invalid-app-id', '无效的AppID参数')
  if (params['sign_type'] !== 'RSA2') return wrong('isv.invalid-signature-type', '无效签名类型')
  if (!isSignedRsa2(requestText(params), params['sign'] ?? '', merchant.appPublicKey)) {
    return wrong('isv.invalid-signature', '无效签名')
  }
  const at = fromBeijing(params['timestamp'])
  const ageMs = at ? deps.now().getTime() - at.getTime() : Number.NaN
  if (!(ageMs >= -CLOCK_TOLERANCE_MS && ageMs <= (isPage ? PAGE_AGE_MS : CLOCK_TOLERANCE_MS))) {
    return wrong('isv.invalid-timestamp', '非法的时间戳参数')
  }
  if (params['version'] !== '1.0' || params['charset'] !== 'utf-8')
    return wrong('isv.invalid-version', '版本或编码有误')
  const biz = parseBiz(params['biz_content'])
  return biz ? { merchant, params, biz } : wrong('isv.invalid-parameter', 'biz_content')
}

function isAccepted(accepted: Accepted | Node): accepted is Accepted {
  return 'merchant' in accepted
}

function openPage(deps: WireDeps, accepted: Accepted | Node, product: 'page' | 'wap'): Answer {
  const trade = isAccepted(accepted) ? openTrade(deps, accepted, product) : accepted
  return 'code' in trade ? redirect(`error?code=${trade.sub_code}`) : redirect(`pay/${trade.id}`)
}

type Answering = { request: Request; method: string; accepted: Accepted | Node; fault: Fault | null }

async function answerCall(deps: WireDeps, { request, method, accepted, fault }: Answering): Promise<Answer> {
  if (fault?.kind === 'status_500') return text('Internal Server Error', 500)
  const merchant = isAccepted(accepted) ? accepted.merchant : deps.merchants.first
  const unavailable: Node = { code: '20000', msg: 'Service Currently Unavailable', sub_code: 'isp.unknow-error' }
  const unchanged: Node = { code: '10000', msg: 'Success', fund_change: 'N' }
  const ready = fault?.kind === 'unavailable' ? unavailable : fault?.kind === 'no_change' ? unchanged : null
  const node = ready ?? (isAccepted(accepted) ? runMethod(deps, method, accepted) : accepted)
  if (fault?.kind === 'wrong_amount') node['total_amount'] = '0.01'
  if (fault?.kind === 'together') await deps.faults.meet(fault)
  if (fault?.kind === 'early_notify') await deps.payAndNotify(merchant.appId, String(node['out_trade_no']))
  const isKnown = methodNames.includes(method)
  const name =
    isKnown && fault?.kind !== 'error_response' ? `${method.replaceAll('.', '_')}_response` : 'error_response'
  const body = writeAnswer(name, node, merchant.alipayPrivateKey)
  return breakAnswer(fault, request, {
    status: 200,
    headers: { 'content-type': 'text/html;charset=utf-8', trace_id: crypto.randomUUID().replaceAll('-', '') },
    body: fault?.kind === 'bad_sign' ? spoil(body) : body,
  })
}

/** Changes one character of the signature, so that its length stays right. */
function spoil(body: string): string {
  const at = body.lastIndexOf('"sign":"') + 20
  return `${body.slice(0, at)}${body[at] === 'A' ? 'B' : 'A'}${body.slice(at + 1)}`
}

function wrong(subCode: string, subMsg: string): Node {
  return { code: '40002', msg: 'Invalid Arguments', sub_code: subCode, sub_msg: subMsg }
}

function parseBiz(content: string | undefined): Biz | null {
  try {
    const value = JSON.parse(content ?? '') as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Biz) : null
  } catch {
    return null
  }
}
