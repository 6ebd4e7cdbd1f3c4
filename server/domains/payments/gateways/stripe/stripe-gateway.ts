import type Stripe from 'stripe'

import { MINUTE_MS } from '../../../../../contract/durations.ts'
import { type PayChannel, providers } from '../../../../../contract/providers.ts'
import { sha256 } from '../../../../platform/secrets/crypto.ts'
import type { OpenMerchant } from '../../merchants/merchant.ts'
import {
  asTrouble,
  type Bill,
  type Gateway,
  type GatewayDispute,
  type GatewayRefund,
  GatewayTrouble,
  type GatewayTrade,
  type TradeName,
  withinTime,
} from '../gateway.ts'
import type { Asking } from '../provider.ts'
import { type Terms, toMinor, writeMinor, YUAN } from './currency.ts'
import { openStripe } from './open-stripe.ts'
import { readStripeAccount, type StripeAccount } from './stripe-keys.ts'
import { type Names, readFen, writeNames } from './stripe-names.ts'

type Method = Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType
/** A method that is not on in the account is not offered by it. Link is a wallet of cards. */
const METHODS: Partial<Record<PayChannel, Method[]>> = {
  card: ['card', 'link'],
  alipay: ['alipay'],
  wxpay: ['wechat_pay'],
}
/** A page lives for at least half an hour; ours ends earlier by a call. */
const PAGE_MORE_MS = 31 * MINUTE_MS
/** Enough for any account's smallest charge. */
const TRIED_FEN = 1000

type Ask = <T extends { object: string }>(what: T['object'], question: (stripe: Stripe) => Promise<T>) => Promise<T>

export function stripeGateway(merchant: OpenMerchant, { now, time }: Asking): Gateway {
  const account = readStripeAccount(merchant)
  const ask: Ask = async (what, question) => {
    try {
      const answer = await withinTime(time, async (limitMs) => question(await openStripe(merchant, limitMs)))
      // To the library even a 500 is an answer if its body names no error.
      if (answer.object !== what) throw new GatewayTrouble('another thing')
      return answer
    } catch (cause) {
      // What Stripe says of a request is a refusal, and certain; its text may repeat what was sent.
      throw isRefusal(cause) ? cause : asTrouble(what, cause)
    }
  }
  const isCashier = merchant.gatewayUrl !== providers.stripe.gatewayUrl
  return {
    open: (bill) => openPage(ask, account, bill, isCashier),
    loadTrade: (trade) => loadTrade(ask, account, trade),
    closeTrade: (trade) => closeTrade(ask, trade),
    refund: (wish) => refund(ask, wish),
    loadDispute: (no) => loadDispute(ask, no),
    accepts: (outTradeNo) => accepts(ask, merchant, { account, outTradeNo, now }),
  }
}

async function openPage(ask: Ask, account: StripeAccount, bill: Bill, isCashier = false) {
  // A cashier on this machine has no settings in which an address for events could stand.
  const params = pageParams(account, bill, isCashier ? { notify_url: bill.notifyUrl } : {})
  // The same call again, after a lost answer, gives the same page; another price or subject is another call.
  const idempotencyKey = `${bill.outTradeNo}:${sha256(JSON.stringify(params)).toString('hex').slice(0, 32)}`
  const session = await certain(() =>
    ask('checkout.session', (stripe) => stripe.checkout.sessions.create(params, { idempotencyKey })),
  )
  if (session.status !== 'open' || !session.url) return 'closed' as const
  const { currency, rate } = account
  const amount = toMinor(bill.amountFen, account)
  const quote = { unit: currency.toUpperCase(), amount: writeMinor(amount, currency), rate, address: null }
  return { payUrl: session.url, gatewayRef: session.id, ...(currency === YUAN ? {} : { quote }) }
}

function pageParams(account: StripeAccount, bill: Bill, more: Names): Stripe.Checkout.SessionCreateParams {
  const metadata = { ...writeNames(bill, account), ...more }
  const back = new URL(bill.returnUrl)
  back.searchParams.set('out_trade_no', bill.outTradeNo)
  const methods = METHODS[bill.channel] ?? []
  return {
    mode: 'payment',
    client_reference_id: bill.outTradeNo,
    success_url: back.href,
    cancel_url: back.href,
    expires_at: Math.floor((bill.expiresAt.getTime() + PAGE_MORE_MS) / 1000),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: account.currency,
          unit_amount: toMinor(bill.amountFen, account),
          product_data: { name: bill.subject },
        },
      },
    ],
    metadata,
    // Refunds and disputes come with the intent, not with the page.
    payment_intent_data: { metadata, description: bill.subject },
    allowed_payment_method_types: methods,
    ...(methods.includes('wechat_pay') ? { payment_method_options: { wechat_pay: { client: 'web' } } } : {}),
    // It would let the buyer pay in a currency that we did not ask for.
    adaptive_pricing: { enabled: false },
  }
}

async function loadTrade(
  ask: Ask,
  account: StripeAccount,
  { outTradeNo, gatewayRef }: TradeName,
): Promise<GatewayTrade> {
  // Nobody was sent to a page without a name, so nobody can pay it.
  if (gatewayRef === null) return { state: 'absent' }
  const params = { expand: ['payment_intent.latest_charge'] }
  const session = await certain(() =>
    ask('checkout.session', (stripe) => stripe.checkout.sessions.retrieve(gatewayRef, params)),
  )
  const isOurs = session.id === gatewayRef && session.client_reference_id === outTradeNo
  if (!isOurs) throw new GatewayTrouble('sessions.retrieve: another number')
  if (session.livemode !== account.isLive) throw new GatewayTrouble('sessions.retrieve: another mode')
  const intent = session.payment_intent
  if (session.payment_status === 'paid' && intent && typeof intent !== 'string') return readPaid(session, intent)
  if (session.status === 'expired') return { state: 'closed' }
  // Some methods say later whether the money came. What failed then can not be paid on this page again.
  const hasFailed = session.status === 'complete' && typeof intent === 'object' && isOver(intent)
  return { state: hasFailed ? 'closed' : 'open' }
}

function isOver(intent: Stripe.PaymentIntent | null): boolean {
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
}

/** What was given back there meanwhile is not ours: all of it means closed, a part is an amount that does not fit. */
function readPaid(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent): GatewayTrade {
  const charge = intent.latest_charge
  const backMinor = charge && typeof charge === 'object' ? charge.amount_refunded : 0
  const paidMinor = session.amount_total ?? 0
  if (backMinor >= paidMinor) return { state: 'closed' }
  const amountFen = readFen(paidMinor - backMinor, session.currency, session.metadata)
  return { state: 'paid', tradeNo: intent.id, amountFen }
}

/** A page that is over cannot be ended; the question after this says how it ended. */
async function closeTrade(ask: Ask, { gatewayRef }: Pick<TradeName, 'gatewayRef'>): Promise<void> {
  if (gatewayRef === null) return
  await ask('checkout.session', (stripe) => stripe.checkout.sessions.expire(gatewayRef)).catch((cause: unknown) => {
    if (!isRefusal(cause)) throw cause
  })
}

/** Looks for its own number first: keys of calls are forgotten after a day, refunds are not. */
async function refund(ask: Ask, wish: GatewayRefund): Promise<'done' | 'refused'> {
  const { tradeNo, outRequestNo, outTradeNo } = wish
  const { data } = await certain(() =>
    ask('list', (stripe) => stripe.refunds.list({ payment_intent: tradeNo, limit: 100 })),
  )
  const known = data.find(({ metadata }) => metadata?.['out_request_no'] === outRequestNo)
  if (known) return outcomeOf(known)
  const left = await loadLeft(ask, tradeNo)
  // Rounded up each time, the last part could be more than is left. At the rate of the payment: ours may have changed.
  const amount = Math.min(toMinor(wish.amountFen, left.terms), left.minor)
  if (amount <= 0) return 'refused'
  const params: Stripe.RefundCreateParams = {
    payment_intent: tradeNo,
    amount,
    reason: 'requested_by_customer',
    metadata: { out_request_no: outRequestNo, out_trade_no: outTradeNo },
  }
  try {
    const made = await ask('refund', (stripe) => stripe.refunds.create(params, { idempotencyKey: outRequestNo }))
    return outcomeOf(made)
  } catch (cause) {
    if (isRefusal(cause)) return 'refused'
    throw cause
  }
}

async function loadLeft(ask: Ask, tradeNo: string): Promise<{ minor: number; terms: Terms }> {
  const intent = await certain(() =>
    ask('payment_intent', (stripe) => stripe.paymentIntents.retrieve(tradeNo, { expand: ['latest_charge'] })),
  )
  const charge = intent.latest_charge
  if (!charge || typeof charge === 'string') throw new GatewayTrouble('payment_intents.retrieve: no charge')
  const terms = { currency: charge.currency, rate: intent.metadata['rate'] ?? '' }
  return { minor: charge.amount - charge.amount_refunded, terms }
}

/** Wallets say later: until then nothing is known, and we ask again. */
function outcomeOf({ status }: Stripe.Refund): 'done' | 'refused' {
  if (status === 'succeeded') return 'done'
  if (status === 'failed' || status === 'canceled') return 'refused'
  throw new GatewayTrouble(`refund: ${status}`)
}

async function loadDispute(ask: Ask, no: string): Promise<GatewayDispute> {
  const dispute = await certain(() => ask('dispute', (stripe) => stripe.disputes.retrieve(no, { expand: ['charge'] })))
  const { charge, payment_intent: intent, status, amount } = dispute
  if (typeof charge === 'string' || !intent) throw new GatewayTrouble('disputes.retrieve: no charge')
  const tradeNo = typeof intent === 'string' ? intent : intent.id
  return { no, tradeNo, state: stateOf(status), share: [amount, charge.amount] }
}

/** A warning is a question of the buyer's bank: no money has moved yet. */
function stateOf(status: string): GatewayDispute['state'] {
  if (status === 'won' || status === 'lost') return status
  return status.startsWith('warning_') ? 'warning' : 'open'
}

type Tried = { account: StripeAccount; outTradeNo: string; now: Date }

/** Opens and ends a page for each way: key, currency, ways and smallest amount are then known to work. */
async function accepts(ask: Ask, merchant: OpenMerchant, tried: Tried): Promise<boolean> {
  const isOwn = await ask('account', (stripe) => stripe.accounts.retrieveCurrent()).then(
    ({ id }) => id === merchant.appId,
    (cause: unknown) => {
      // A restricted key may open pages without reading the account.
      if (isRefusal(cause) && cause.type === 'StripePermissionError') return true
      throw asTrouble('account', cause)
    },
  )
  if (!isOwn) return false
  const ways = await Promise.all(merchant.channels.map((channel) => tryWay(ask, tried, channel)))
  return !ways.includes(false)
}

async function tryWay(ask: Ask, { account, outTradeNo, now }: Tried, channel: PayChannel): Promise<boolean> {
  const returnUrl = 'https://example.com/'
  const pages = { returnUrl, notifyUrl: returnUrl, pageUrl: returnUrl }
  const bill = { channel, amountFen: TRIED_FEN, subject: 'Test', expiresAt: now, ...pages }
  const opened = await openPage(ask, account, { ...bill, outTradeNo: `${outTradeNo}${channel}`, clientAddress: '' })
  if (opened === 'closed') return false
  await closeTrade(ask, { gatewayRef: opened.gatewayRef })
  return true
}

/** A refusal of a question says nothing of the trade. */
async function certain<T>(asking: () => Promise<T>): Promise<T> {
  try {
    return await asking()
  } catch (cause) {
    throw asTrouble('refused', cause)
  }
}

/** An answer of Stripe that says no, and will say it again. */
function isRefusal(cause: unknown): cause is Stripe.errors.StripeError {
  const { type } = cause as { type?: unknown }
  return type === 'StripeInvalidRequestError' || type === 'StripeCardError' || type === 'StripePermissionError'
}
