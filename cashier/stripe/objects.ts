import { isPaid, refundedFen, statusAt, type Trade } from '../trade.ts'

/** What a page was made with, kept with its trade. */
export type Made = { currency: string; metadata: Record<string, string>; methods: string[] }

export const madeOf = ({ echo }: Trade): Made => JSON.parse(echo ?? '{}') as Made
const seconds = (text: string) => Math.floor(Date.parse(text) / 1000)
export const sessionId = ({ id }: Trade) => `cs_test_${id}`
export const intentId = ({ tradeNo }: Trade) => `pi_${tradeNo}`
const chargeId = ({ tradeNo }: Trade) => `ch_${tradeNo}`
export const disputeId = ({ tradeNo }: Trade) => `du_${tradeNo}`

export function sessionOf(trade: Trade, now: Date, pageBase: string): object {
  const { currency, metadata, methods } = madeOf(trade)
  const isOpen = !isPaid(trade) && statusAt(trade, now) !== 'TRADE_CLOSED'
  return {
    id: sessionId(trade),
    object: 'checkout.session',
    client_reference_id: trade.outTradeNo,
    amount_subtotal: trade.totalFen,
    amount_total: trade.totalFen,
    currency,
    created: seconds(trade.createdAt),
    expires_at: trade.expiresAt && seconds(trade.expiresAt),
    livemode: false,
    metadata,
    mode: 'payment',
    allowed_payment_method_types: methods,
    payment_intent: isPaid(trade) ? intentId(trade) : null,
    payment_status: isPaid(trade) ? 'paid' : 'unpaid',
    status: isPaid(trade) ? 'complete' : isOpen ? 'open' : 'expired',
    success_url: trade.returnUrl,
    url: isOpen ? `${pageBase}/pay/${trade.id}` : null,
  }
}

export function intentOf(trade: Trade): object {
  const { currency, metadata } = madeOf(trade)
  const latest = { latest_charge: chargeOf(trade) }
  const status = isPaid(trade) ? 'succeeded' : 'requires_payment_method'
  return {
    id: intentId(trade),
    object: 'payment_intent',
    amount: trade.totalFen,
    currency,
    metadata,
    status,
    ...latest,
  }
}

export function chargeOf(trade: Trade) {
  const { currency, metadata } = madeOf(trade)
  return {
    id: chargeId(trade),
    object: 'charge',
    amount: trade.totalFen,
    amount_refunded: refundedFen(trade),
    currency,
    metadata,
    payment_intent: intentId(trade),
    refunded: refundedFen(trade) === trade.totalFen,
    status: 'succeeded',
  }
}

export function refundsOf(trade: Trade) {
  return trade.refunds.map(({ outRequestNo, fen, at }, index) => ({
    id: `re_${trade.tradeNo}_${index}`,
    object: 'refund',
    amount: fen,
    currency: madeOf(trade).currency,
    created: seconds(at),
    metadata: { out_request_no: outRequestNo, out_trade_no: trade.outTradeNo },
    payment_intent: intentId(trade),
    status: 'succeeded',
  }))
}

export function disputeOf(trade: Trade, isExpanded: boolean): object {
  const { fen = 0, status = 'needs_response' } = trade.dispute ?? {}
  return {
    id: disputeId(trade),
    object: 'dispute',
    amount: fen,
    charge: isExpanded ? chargeOf(trade) : chargeId(trade),
    currency: madeOf(trade).currency,
    metadata: {},
    payment_intent: intentId(trade),
    reason: 'fraudulent',
    status,
  }
}
