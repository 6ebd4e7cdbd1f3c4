import type { CoinWay } from '../../../../../contract/coins.ts'
import { toYuan, type Bill } from '../gateway.ts'
import type { Dialect, Fields } from './sign-coin.ts'

/** What a dialect is asked, and where its answer has what. Status numbers are the same in all three. */
type CoinCalls = {
  createPath: string
  /** Without the signature. */
  bill(bill: Bill & { channel: CoinWay }, pid: string, leftS: number): Fields
  /** Fields of the answer. */
  address: string
  /** Says the state of a trade; signed by nobody. */
  ask(tradeId: string): { path: string; body?: string }
  /** Null where nobody but its staff closes an order. */
  cancelPath: string | null
  /** When money of a trade that is over may still be found, after its end. */
  lateLooksMs: readonly number[]
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const networks: Record<string, string> = { trc20: 'tron', erc20: 'ethereum', bep20: 'bsc' }

/** All three sign the number, not its text: 100.00 is 100. */
const amountOf = ({ amountFen }: Bill) => Number(toYuan(amountFen))
const common = (bill: Bill) => ({
  order_id: bill.outTradeNo,
  amount: amountOf(bill),
  notify_url: bill.notifyUrl,
  redirect_url: bill.returnUrl,
})
const checkStatus = (tradeId: string) => ({ path: `/pay/check-status/${tradeId}` })

export const coinCalls: Record<Dialect, CoinCalls> = {
  bepusdt: {
    createPath: '/api/v1/order/create-transaction',
    bill: (bill, _pid, leftS) => ({
      ...common(bill),
      fiat: 'CNY',
      trade_type: bill.channel.replace('-', '.').replace('trx.tron', 'tron.trx'),
      // Anything else silently becomes its own default.
      timeout: Math.min(3600, Math.max(180, leftS)),
    }),
    address: 'token',
    ask: (tradeId) => ({ path: '/api/v1/pay/info', body: JSON.stringify({ trade_id: tradeId }) }),
    cancelPath: '/api/v1/order/cancel-transaction',
    // It looks back for three hours: what was paid in time in a block that it read late.
    lateLooksMs: [10 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS + 5 * MINUTE_MS],
  },
  gmpay: {
    createPath: '/payments/gmpay/v1/order/create-transaction',
    bill(bill, pid) {
      const [coin = '', chain = ''] = bill.channel.split('-')
      return { ...common(bill), pid, currency: 'cny', token: coin, network: networks[chain] ?? chain }
    },
    address: 'receive_address',
    ask: checkStatus,
    cancelPath: null,
    lateLooksMs: [10 * MINUTE_MS],
  },
  epusdt: {
    createPath: '/api/v1/order/create-transaction',
    bill: (bill) => common(bill),
    address: 'token',
    ask: checkStatus,
    cancelPath: null,
    lateLooksMs: [10 * MINUTE_MS],
  },
}
