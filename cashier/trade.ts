import type { PayChannel, Provider } from '../contract/providers.ts'

export type TradeStatus = 'UNSCANNED' | 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_FINISHED' | 'TRADE_CLOSED'

export type Dispute = { fen: number; status: 'needs_response' | 'won' | 'lost' }

export type Trade = {
  /** Random: part of the address of the trade's page. */
  id: string
  protocol: Provider
  product: 'page' | 'wap' | 'qr'
  channel: PayChannel
  appId: string
  outTradeNo: string
  /** Null until the trade exists: at Alipay not before the buyer scans, signs in or pays. */
  tradeNo: string | null
  status: TradeStatus
  totalFen: number
  subject: string
  notifyUrl: string | null
  returnUrl: string | null
  /** Where a phone's buyer goes who leaves without paying. */
  quitUrl: string | null
  /** Returned unchanged: passback_params, or EPay's param. */
  echo: string | null
  createdAt: string
  expiresAt: string | null
  paidAt: string | null
  closedAt: string | null
  /** Of a trade in coins. */
  coin?: {
    dialect: 'bepusdt' | 'gmpay' | 'epusdt'
    amount: string
    address: string
    isSeen?: boolean
    isFailed?: boolean
  }
  refunds: { outRequestNo: string; fen: number; at: string }[]
  /** The buyer asks their bank for the money. */
  dispute?: Dispute
}

/** The current status of a trade: a trade that was not paid in time is closed. */
export function statusAt(trade: Trade, now: Date): TradeStatus {
  const isOpen = trade.status === 'UNSCANNED' || trade.status === 'WAIT_BUYER_PAY'
  return isOpen && trade.expiresAt && new Date(trade.expiresAt) <= now ? 'TRADE_CLOSED' : trade.status
}

export function refundedFen(trade: Trade): number {
  return trade.refunds.reduce((sum, { fen }) => sum + fen, 0)
}

export function isPaid(trade: Trade): boolean {
  return trade.paidAt !== null
}
