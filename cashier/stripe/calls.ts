import { answerCall } from '../answer-call.ts'
import { json, type Answer, type Request } from '../http.ts'
import type { CashierMerchant } from '../merchants.ts'
import type { WireDeps } from '../protocol.ts'
import { isPaid, refundedFen, type Trade } from '../trade.ts'
import type { TradeBook } from '../trades.ts'
import { chargeOf, disputeOf, intentId, intentOf, refundsOf, sessionId, sessionOf } from './objects.ts'
import { readNested, textAt, textsAt, type Fields } from './read-form.ts'

type Ctx = { deps: WireDeps; merchant: CashierMerchant; fields: Fields; id: string }
type Refused = { error: { type: string; code?: string; param?: string; message: string } }
type Call = (ctx: Ctx) => object

const ONE_YUAN = 100
const HALF_HOUR_S = 1800
const DAY_S = 86_400

const refuse = (message: string, more: Partial<Refused['error']> = {}): Refused => ({
  error: { type: 'invalid_request_error', message, ...more },
})
const missing = (id: string) => refuse(`No such object: '${id}'`, { code: 'resource_missing', param: 'id' })

/** Each by its method and path; `:id` is one part. */
const CALLS: readonly (readonly [method: string, path: string, name: string, call: Call])[] = [
  ['GET', '/v1/account', 'accounts.retrieve', ({ merchant }) => ({ id: merchant.accountId, object: 'account' })],
  ['POST', '/v1/checkout/sessions', 'sessions.create', createSession],
  ['GET', '/v1/checkout/sessions/:id', 'sessions.retrieve', retrieveSession],
  ['POST', '/v1/checkout/sessions/:id/expire', 'sessions.expire', expireSession],
  ['GET', '/v1/payment_intents/:id', 'payment_intents.retrieve', (ctx) => found(ctx, byIntent(ctx, ctx.id), intentOf)],
  ['GET', '/v1/refunds', 'refunds.list', listRefunds],
  ['POST', '/v1/refunds', 'refunds.create', createRefund],
  ['GET', '/v1/disputes/:id', 'disputes.retrieve', (ctx) => found(ctx, byDispute(ctx), (one) => disputeOf(one, true))],
  ['GET', '/v1/balance_transactions', 'balance_transactions.list', listMoves],
]

/** The first answer for each key of a call; the same key with another body is refused. */
const answered = new WeakMap<TradeBook, Map<string, { body: string; answer: object }>>()

export async function handleStripe(deps: WireDeps, request: Request): Promise<Answer> {
  const merchant = deps.merchants.find(({ stripeKey }) => request.headers.authorization === `Bearer ${stripeKey}`)
  if (!merchant) return json(refuse('Invalid API Key provided'), 401)
  const matched = match(request)
  if (!matched) return json(refuse('Unrecognized request URL'), 404)
  const fields = readNested(request.method === 'GET' ? String(request.query) : request.body)
  if (!fields) return json(refuse('Duplicate parameter'), 400)
  const ctx = { deps, merchant, fields, id: matched.id }
  const outTradeNo = numberOf(ctx)
  const fault = deps.faults.take(matched.name, outTradeNo)
  // Pending for ever: the buyer's wallet has not said yet.
  if (fault?.kind === 'no_change') return json({ id: 're_pending', object: 'refund', status: 'pending', metadata: {} })
  if (fault?.kind === 'bad_sign') return json(refuse('Invalid API Key provided'), 401)
  if (fault?.kind === 'error_response') return json(refuse('Something is wrong'), 400)
  const once = () => runOnce(ctx, request, matched.call)
  const run = fault?.kind === 'wrong_amount' ? () => ({ ...once(), amount_total: 1 }) : once
  const unavailable = json({ error: { type: 'rate_limit', message: 'Too many requests' } }, 429)
  const call = { request, fault, appId: merchant.appId, outTradeNo }
  return answerCall(deps, call, { run, unavailable, write })
}

function write(answer: object): Answer {
  if (!('error' in answer)) return json(answer)
  const { code } = (answer as Refused).error
  return json(answer, code === 'resource_missing' ? 404 : 400)
}

function match({ method, path }: Request) {
  for (const [wanted, pattern, name, call] of CALLS) {
    const found = new RegExp(`^${pattern.replace(':id', '([\\w-]{1,200})')}$`).exec(path)
    if (found && wanted === method) return { name, call, id: found[1] ?? '' }
  }
  return null
}

function runOnce(ctx: Ctx, request: Request, call: Call): object {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || typeof key !== 'string') return call(ctx)
  const kept = answered.get(ctx.deps.trades) ?? new Map<string, { body: string; answer: object }>()
  answered.set(ctx.deps.trades, kept)
  const name = `${ctx.merchant.appId}/${key}`
  const before = kept.get(name)
  const differs = { ...refuse('Keys for idempotent requests can only be used with the same parameters') }
  if (before)
    return before.body === request.body ? before.answer : { error: { ...differs.error, type: 'idempotency_error' } }
  const answer = call(ctx)
  // What was refused before it began is not kept.
  if (!('error' in answer)) kept.set(name, { body: request.body, answer })
  return answer
}

/** Ours, so that a fault can be ordered for one payment. */
function numberOf(ctx: Ctx): string {
  const named = textAt(ctx.fields, 'client_reference_id') ?? textAt(ctx.fields, 'metadata', 'out_trade_no')
  if (named !== null) return named
  const trade = bySession(ctx) ?? byIntent(ctx, textAt(ctx.fields, 'payment_intent') ?? ctx.id) ?? byDispute(ctx)
  return trade?.outTradeNo ?? ''
}

const ownOf = ({ deps, merchant }: Ctx) =>
  deps.trades.all().filter(({ appId, protocol }) => appId === merchant.appId && protocol === 'stripe')
function bySession({ deps, merchant, id }: Ctx): Trade | null {
  const trade = id.startsWith('cs_test_') ? deps.trades.get(id.slice('cs_test_'.length)) : null
  return trade && trade.appId === merchant.appId && sessionId(trade) === id ? trade : null
}
const byIntent = (ctx: Ctx, id: string) => ownOf(ctx).find((trade) => isPaid(trade) && intentId(trade) === id) ?? null
const byDispute = (ctx: Ctx) => ownOf(ctx).find((trade) => trade.dispute && `du_${trade.tradeNo}` === ctx.id) ?? null
const found = ({ id }: Ctx, trade: Trade | null, show: (trade: Trade) => object) => (trade ? show(trade) : missing(id))

function createSession({ deps, merchant, fields }: Ctx): object {
  const price = ['line_items', '0', 'price_data'] as const
  const at = (...path: string[]) => textAt(fields, ...path)
  const [totalFen, currency] = [Number(at(...price, 'unit_amount')), at(...price, 'currency') ?? '']
  const outTradeNo = at('client_reference_id') ?? ''
  const inS = Number(at('expires_at')) - deps.now().getTime() / 1000
  const methods = Object.values(textsAt(fields, 'allowed_payment_method_types'))
  if (at('mode') !== 'payment' || at('payment_method_types') !== null) return refuse('Received unknown parameter')
  if (!Number.isSafeInteger(totalFen) || !/^[a-z]{3}$/.test(currency)) return refuse('Invalid integer: unit_amount')
  if (currency === 'cny' && totalFen < ONE_YUAN) return refuse('Amount too small', { code: 'amount_too_small' })
  if (!(inS >= HALF_HOUR_S && inS <= DAY_S)) return refuse('expires_at must be 30 minutes to 24 hours ahead')
  if (outTradeNo.length > 200 || !at(...price, 'product_data', 'name')) return refuse('Missing required param')
  if (methods.includes('wechat_pay') && at('payment_method_options', 'wechat_pay', 'client') !== 'web')
    return refuse('wechat_pay needs a client')
  const metadata = textsAt(fields, 'metadata')
  const trade = deps.trades.open(
    {
      protocol: 'stripe',
      product: 'page',
      channel: methods.includes('alipay') ? 'alipay' : methods.includes('wechat_pay') ? 'wxpay' : 'card',
      appId: merchant.appId,
      outTradeNo,
      totalFen,
      subject: at(...price, 'product_data', 'name') ?? '',
      notifyUrl: metadata['notify_url'] ?? null,
      returnUrl: at('success_url'),
      quitUrl: at('cancel_url'),
      echo: JSON.stringify({ currency, metadata, methods }),
      expiresAt: new Date(Number(at('expires_at')) * 1000).toISOString(),
    },
    'WAIT_BUYER_PAY',
  )
  return sessionOf(trade, deps.now(), deps.pageBase)
}

function retrieveSession(ctx: Ctx): object {
  const { deps, fields } = ctx
  const isExpanded = Object.values(textsAt(fields, 'expand')).includes('payment_intent.latest_charge')
  return found(ctx, bySession(ctx), (trade) => ({
    ...sessionOf(trade, deps.now(), deps.pageBase),
    ...(isPaid(trade) && isExpanded ? { payment_intent: intentOf(trade) } : {}),
  }))
}

function expireSession(ctx: Ctx): object {
  const { deps } = ctx
  const trade = bySession(ctx)
  if (!trade) return missing(ctx.id)
  const closed = deps.trades.close(trade)
  return closed?.isChanged
    ? sessionOf(closed.trade, deps.now(), deps.pageBase)
    : refuse('Only Checkout Sessions with a status in ["open"] can be expired')
}

function listRefunds(ctx: Ctx): object {
  const trade = byIntent(ctx, textAt(ctx.fields, 'payment_intent') ?? '')
  return { object: 'list', has_more: false, url: '/v1/refunds', data: trade ? refundsOf(trade) : [] }
}

function createRefund(ctx: Ctx): object {
  const { deps, fields } = ctx
  const intent = textAt(fields, 'payment_intent') ?? ''
  const trade = byIntent(ctx, intent)
  if (!trade) return missing(intent)
  const fen = Number(textAt(fields, 'amount') ?? trade.totalFen - refundedFen(trade))
  const outRequestNo = textAt(fields, 'metadata', 'out_request_no') ?? `re${trade.refunds.length}`
  const moved = Number.isSafeInteger(fen) && fen > 0 ? deps.trades.refund(trade, outRequestNo, fen) : null
  if (!moved) return refuse('Charge has already been refunded', { code: 'charge_already_refunded' })
  deps.onRefund(moved.trade)
  return refundsOf(moved.trade).at(-1)!
}

/** What moved on the account's balance: the bill of the channel. */
function listMoves(ctx: Ctx): object {
  const from = Number(textAt(ctx.fields, 'created', 'gte') ?? 0)
  const until = Number(textAt(ctx.fields, 'created', 'lt') ?? Number.MAX_SAFE_INTEGER)
  const move = (type: 'charge' | 'refund', at: string, source: { id: string; amount: number }) => {
    const created = Math.floor(Date.parse(at) / 1000)
    const amount = type === 'charge' ? source.amount : -source.amount
    const id = `txn_${source.id}`
    return { id, object: 'balance_transaction', type, reporting_category: type, amount, created, source }
  }
  const data = ownOf(ctx)
    .filter(isPaid)
    .flatMap((trade) => [
      move('charge', trade.paidAt!, chargeOf(trade)),
      ...refundsOf(trade).map((refund, index) => move('refund', trade.refunds[index]!.at, refund)),
    ])
    .filter(({ created }) => created >= from && created < until)
  return { object: 'list', has_more: false, url: '/v1/balance_transactions', data }
}
