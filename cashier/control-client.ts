import type { ControlInput, TradeMove } from './control.ts'
import type { Delivery } from './deliveries.ts'
import type { Fault } from './faults.ts'
import type { CashierMerchant } from './merchants.ts'
import type { Letter, NotifySettings, NotifyWish } from './notifier.ts'
import type { Trade } from './trade.ts'

export type Totals = {
  trades: number
  paid: number
  paidFen: number
  refundedFen: number
  notifies: number
  undelivered: number
}
export type CashierControl = ReturnType<typeof controlCashier>

/** Drives a running cashier from outside: tests, proofs, browser journeys. */
export function controlCashier({ url, controlToken }: { url: string; controlToken: string }) {
  const call = async <T>(name: string, input: ControlInput = {}): Promise<T> => {
    const response = await fetch(`${url}/control/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    const body = await response.text()
    if (!response.ok) throw new Error(`The cashier refused "${name}": ${body}`)
    return JSON.parse(body) as T
  }
  return {
    orderFault: (fault: Omit<Fault, 'times'> & { times?: number }) => call('fault', { fault: { times: 1, ...fault } }),
    clearFaults: () => call('clear-faults'),
    countWaiting: async () => (await call<{ count: number }>('waiting')).count,
    change: (settings: Partial<NotifySettings>) => call<NotifySettings>('settings', { settings }),
    move: (
      outTradeNo: string,
      move: TradeMove,
      more: Pick<ControlInput, 'appId' | 'refundFen' | 'outRequestNo' | 'tells'> = {},
    ) => call<Trade>('move', { outTradeNo, move, ...more }),
    /** Sends now and returns the answers of our server. */
    notify: (outTradeNo: string, wish: NotifyWish = {}, of: Pick<ControlInput, 'appId'> = {}) =>
      call<string[]>('notify', { outTradeNo, wish, ...of }),
    writeNotify: (outTradeNo: string, wish: NotifyWish = {}) => call<Letter>('write-notify', { outTradeNo, wish }),
    trade: (outTradeNo: string) => call<Trade>('trade', { outTradeNo }),
    deliveries: (outTradeNo?: string) => call<Delivery[]>('deliveries', outTradeNo === undefined ? {} : { outTradeNo }),
    addMerchant: () => call<CashierMerchant>('merchant'),
    totals: () => call<Totals>('totals'),
  }
}
