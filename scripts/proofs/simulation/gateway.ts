import { GatewayTrouble, type Gateway, type GatewayTrade } from '../../../server/domains/payments/gateways/gateway.ts'
import type { Notify } from '../../../server/domains/payments/gateways/provider.ts'
import { providers } from '../../../server/domains/payments/gateways/providers.ts'
import type { Random } from '../greedy/moves.ts'
import { under } from './turnstile.ts'

export type Trade = {
  state: 'open' | 'paid' | 'closed'
  amountFen: number
  tradeNo: string
  refunds: Map<string, number>
}
/** What the gateway knows, whatever it told anybody. This is the truth that the books are held against. */
export type Till = { trades: Map<string, Trade>; random: Random; isHonest: boolean }

/** Of a hundred questions: not heard, heard but the answer is lost, answered from a copy that is behind. */
const DEAF = 8
const LOST = 8
const STALE = 5

/** In place of a provider of the product: behind it everything is the product's own code. */
export function standAtTheGateway(open: () => Till): () => void {
  const kept = providers.epay
  const notify: typeof kept.notify = { ...kept.notify, read: (_merchant, { text }) => JSON.parse(text) as Notify }
  providers.epay = { ...kept, canRepeatRefund: true, gateway: () => gatewayOf(open()), notify }
  return () => void (providers.epay = kept)
}

export const refundedFen = ({ refunds }: Trade) => [...refunds.values()].reduce((sum, fen) => sum + fen, 0)

function gatewayOf(till: Till): Gateway {
  const { trades, random } = till
  const answer = async <T>(work: () => T): Promise<T> => {
    if (under.getStore()?.host.isDead) throw new GatewayTrouble('the process is gone')
    const luck = till.isHonest ? 100 : random.upTo(99)
    if (luck < DEAF) throw new GatewayTrouble('nobody heard the question')
    const result = work()
    if (luck < DEAF + LOST) throw new GatewayTrouble('the answer was lost')
    return result
  }
  const know = (number: string, amountFen: number) => {
    const known = trades.get(number)
    if (!known) trades.set(number, { state: 'open', amountFen, tradeNo: `T${number}`, refunds: new Map() })
    return known
  }
  return {
    open({ outTradeNo, amountFen }, device) {
      if (device !== 'qr') return Promise.resolve({ payUrl: `https://gateway.example/${outTradeNo}` })
      return answer(() => (know(outTradeNo, amountFen)?.state === 'closed' ? 'closed' : { qrCode: `qr:${outTradeNo}` }))
    },
    loadTrade: ({ outTradeNo: number }) =>
      answer((): GatewayTrade => {
        const trade = trades.get(number)
        if (!trade) return { state: 'absent' }
        const isBehind = !till.isHonest && random.upTo(99) < STALE
        return trade.state === 'paid' && isBehind ? { state: 'open' } : seen(trade)
      }),
    closeTrade: ({ outTradeNo: number }) =>
      answer(() => {
        const trade = trades.get(number)
        if (trade?.state === 'open') trade.state = 'closed'
      }),
    refund: ({ outTradeNo, outRequestNo, amountFen }) =>
      answer(() => {
        const trade = trades.get(outTradeNo)
        if (trade?.refunds.has(outRequestNo)) return 'done'
        if (trade?.state !== 'paid' || refundedFen(trade) + amountFen > trade.amountFen) return 'refused'
        trade.refunds.set(outRequestNo, amountFen)
        return 'done'
      }),
  }
}

function seen({ state, tradeNo, amountFen }: Trade): GatewayTrade {
  return state === 'paid' ? { state, tradeNo, amountFen } : { state }
}
