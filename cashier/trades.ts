import { randomBytes, randomInt } from 'node:crypto'

import { toBeijing } from './beijing-time.ts'
import type { Journal } from './journal.ts'
import { type Dispute, isPaid, refundedFen, statusAt, type Trade } from './trade.ts'

export type NewTrade = Omit<Trade, 'id' | 'tradeNo' | 'status' | 'createdAt' | 'paidAt' | 'closedAt' | 'refunds'>
export type Moved = { trade: Trade; isChanged: boolean }
export type TradeBook = ReturnType<typeof openTrades>

/** Every trade and its allowed moves. A move that is not allowed returns null and changes nothing. */
export function openTrades(journal: Journal<Trade>, now: () => Date) {
  const byNumber = new Map(journal.values().map((trade) => [numberKey(trade), trade.id]))
  const keep = (trade: Trade): Trade => {
    byNumber.set(numberKey(trade), trade.id)
    journal.put(trade.id, trade)
    return trade
  }
  const change = (trade: Trade, changes: Partial<Trade>): Moved => ({
    trade: keep({ ...trade, ...changes }),
    isChanged: true,
  })
  const newTradeNo = () => `${toBeijing(now()).slice(0, 10).replaceAll('-', '')}22001${randomInt(1e12, 1e13)}`
  const withNumber = (trade: Trade) => ({ tradeNo: trade.tradeNo ?? newTradeNo() })
  const pay = (trade: Trade): Moved =>
    change(trade, { ...withNumber(trade), status: 'TRADE_SUCCESS', paidAt: now().toISOString(), closedAt: null })

  return {
    get: (id: string) => journal.get(id) ?? null,
    find: (appId: string, outTradeNo: string) => journal.get(byNumber.get(`${appId}/${outTradeNo}`) ?? '') ?? null,
    findByTradeNo: (appId: string, tradeNo: string) =>
      journal.values().find((trade) => trade.appId === appId && trade.tradeNo === tradeNo) ?? null,
    all: () => journal.values(),
    /** Waiting at once, it has a number from the first request. */
    open: (wanted: NewTrade, status: 'UNSCANNED' | 'WAIT_BUYER_PAY'): Trade =>
      keep({
        ...wanted,
        id: randomBytes(16).toString('hex'),
        tradeNo: status === 'UNSCANNED' ? null : newTradeNo(),
        status,
        createdAt: now().toISOString(),
        paidAt: null,
        closedAt: null,
        refunds: [],
      }),
    update: (trade: Trade, changes: Partial<Trade>) => keep({ ...trade, ...changes }),
    scan(trade: Trade): Moved | null {
      const status = statusAt(trade, now())
      if (status === 'WAIT_BUYER_PAY') return { trade, isChanged: false }
      return status === 'UNSCANNED' ? change(trade, { ...withNumber(trade), status: 'WAIT_BUYER_PAY' }) : null
    },
    pay(trade: Trade): Moved | null {
      const status = statusAt(trade, now())
      if (isPaid(trade)) return { trade, isChanged: false }
      const isPayable = status === 'WAIT_BUYER_PAY' || (status === 'UNSCANNED' && trade.product === 'wap')
      return isPayable ? pay(trade) : null
    },
    /** Pays a closed or expired trade. No gateway should do this, but some do. */
    payAnyway: (trade: Trade): Moved => (isPaid(trade) ? { trade, isChanged: false } : pay(trade)),
    /** With a number: who can close a trade has scanned or signed in, so it exists. */
    close(trade: Trade): Moved | null {
      if (isPaid(trade)) return null
      if (statusAt(trade, now()) === 'TRADE_CLOSED') return { trade, isChanged: false }
      return change(trade, { ...withNumber(trade), status: 'TRADE_CLOSED', closedAt: now().toISOString() })
    },
    /** Its money is on the chain and does not count yet. */
    see: (trade: Trade): Moved | null => (trade.coin ? change(trade, { coin: { ...trade.coin, isSeen: true } }) : null),
    expire: (trade: Trade): Moved => change(trade, { expiresAt: now().toISOString() }),
    /** EPay sites throw away orders that nobody paid; from then on they do not know the number. */
    forget(trade: Trade): Moved {
      byNumber.delete(numberKey(trade))
      return { trade, isChanged: false }
    },
    /** Finishes a trade when it can no longer be refunded. */
    finish: (trade: Trade): Moved | null =>
      isPaid(trade) && trade.status === 'TRADE_SUCCESS' ? change(trade, { status: 'TRADE_FINISHED' }) : null,
    /** Asked for by the buyer's bank, then won or lost. */
    dispute: (trade: Trade, fen: number, status: Dispute['status']): Moved =>
      change(trade, { dispute: { fen, status } }),
    refund(trade: Trade, outRequestNo: string, fen: number): Moved | null {
      const done = trade.refunds.find((refund) => refund.outRequestNo === outRequestNo)
      if (done) return done.fen === fen ? { trade, isChanged: false } : null
      const left = trade.totalFen - refundedFen(trade)
      if (trade.status !== 'TRADE_SUCCESS' || fen > left) return null
      const refunds = [...trade.refunds, { outRequestNo, fen, at: now().toISOString() }]
      return change(trade, { refunds, ...(fen === left ? { status: 'TRADE_CLOSED' as const } : {}) })
    },
  }
}

function numberKey({ appId, outTradeNo }: Trade): string {
  return `${appId}/${outTradeNo}`
}
