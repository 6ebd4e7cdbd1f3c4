import type Stripe from 'stripe'

import { findUnstorable } from '../../../../platform/http/storable-text.ts'
import type { OpenMerchant } from '../../merchants/merchant.ts'
import type { Notify, Told } from '../provider.ts'
import { openStripe } from './open-stripe.ts'
import { readStripeAccount } from './stripe-keys.ts'
import { type Names, readFen } from './stripe-names.ts'

/** How old an event may be, and how far ahead: the library looks at the first only. */
const TOLERANCE_S = 300

/** What an event says, by its kind. Kinds that are not here say nothing that we do not ask for anyway. */
const SAYS: Readonly<Record<string, Notify['says']>> = {
  'checkout.session.completed': 'paid',
  'checkout.session.async_payment_succeeded': 'paid',
  'checkout.session.async_payment_failed': 'closed',
  'checkout.session.expired': 'closed',
  'charge.refunded': 'refund',
  'refund.failed': 'refund_failed',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
  'charge.dispute.closed': 'dispute',
}

/** The fields that we read of a page, a charge, a refund or a dispute. */
type Thing = {
  id?: string
  object?: string
  metadata?: Names | null
  payment_intent?: string | { id: string } | null
  payment_status?: string
  amount_total?: number | null
  amount?: number
  currency?: string | null
}

export async function readStripeNotify(
  merchant: OpenMerchant,
  { text, headers, now }: Told,
): Promise<Notify | 'other' | null> {
  const account = readStripeAccount(merchant)
  const signature = headers['stripe-signature']
  if (account.hookSecret === '' || typeof signature !== 'string' || !isInTime(signature, now)) return null
  const event = await verify(merchant, { text, signature, secret: account.hookSecret, now })
  if (!event || findUnstorable(event) !== null) return null
  const says = Object.hasOwn(SAYS, event.type) ? SAYS[event.type] : undefined
  if (!says) return 'other'
  const thing = event.data.object as Thing
  const outTradeNo = thing.metadata?.['out_trade_no'] ?? ''
  const tradeNo = idOf(thing.payment_intent)
  // The account may serve another shop too. Refunds and disputes are known by the trade.
  if (outTradeNo === '' && (says === 'paid' || says === 'closed' || tradeNo === '')) return 'other'
  const isPage = thing.object === 'checkout.session'
  return {
    notifyKey: event.id.slice(0, 128),
    outTradeNo,
    tradeNo,
    amountFen: amountOf(thing, isPage),
    says: says === 'paid' && thing.payment_status !== 'paid' ? 'nothing' : says,
    wrongField: event.livemode === account.isLive ? null : 'livemode',
    ...(says === 'paid' && thing.id ? { gatewayRef: thing.id } : {}),
    ...(says === 'dispute' && thing.id ? { aboutNo: thing.id } : {}),
    ...(says === 'refund_failed' ? { aboutNo: thing.metadata?.['out_request_no'] ?? thing.id ?? '' } : {}),
  }
}

function idOf(intent: Thing['payment_intent']): string {
  return typeof intent === 'string' ? intent : (intent?.id ?? '')
}

/** Null where the event is about a part of the payment. */
function amountOf({ amount_total: total, amount, currency, metadata, object }: Thing, isPage: boolean): number | null {
  if (object !== 'charge' && !isPage) return null
  return readFen((isPage ? total : amount) ?? 0, currency ?? null, metadata ?? null)
}

type Signed = { text: string; signature: string; secret: string; now: Date }

async function verify(merchant: OpenMerchant, { text, signature, secret, now }: Signed): Promise<Stripe.Event | null> {
  const { webhooks } = await openStripe(merchant)
  try {
    const event = webhooks.constructEvent(text, signature, secret, TOLERANCE_S, undefined, now.getTime())
    return typeof event.id === 'string' && typeof event.data?.object === 'object' && event.data.object ? event : null
  } catch {
    return null
  }
}

function isInTime(signature: string, now: Date): boolean {
  const at = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN)
  return Math.abs(now.getTime() / 1000 - at) <= TOLERANCE_S
}
