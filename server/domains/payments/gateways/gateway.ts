import { limits } from '../../../../contract/limits.ts'
import type { PayDevice } from '../../../../contract/payments.ts'
import type { PayChannel } from '../../../../contract/providers.ts'

/** What a gateway needs to take one payment. */
export type Bill = {
  outTradeNo: string
  amountFen: number
  subject: string
  channel: PayChannel
  expiresAt: Date
  notifyUrl: string
  returnUrl: string
  /** Our own page of the payment, where what the provider gives is good for one visit: `ProviderSide.show`. */
  pageUrl: string
  clientAddress: string
}

/** What each provider's words mean: docs/gateways.md. */
export type GatewayTrade =
  | {
      state: 'paid'
      tradeNo: string
      amountFen: number
      /** The transaction of a chain that paid it; null where the gateway does not say which. */
      hash?: string | null
    }
  /**
   * `absent`: the gateway does not know it. Unless it once did, it can still be paid. `closed`: nobody can pay it now.
   * `seen`: money was seen and does not count yet.
   */
  | { state: 'open' | 'absent' | 'closed' | 'seen' }

/** What the payer is asked for, where that is not yuan. Texts: the amount is exact. */
export type Quote = { unit: string; amount: string; rate: string | null; address: string | null }
/** `gatewayRef`: what the gateway calls the trade, where it wants to be asked by that. */
export type Opened = ({ qrCode: string; payUrl?: string } | { payUrl: string }) & { gatewayRef?: string; quote?: Quote }

/** The number is ours. `gatewayRef` is null unless opening the trade gave one. */
export type TradeName = { outTradeNo: string; gatewayRef: string | null; amountFen: number; expiresAt: Date }
export type GatewayRefund = Pick<TradeName, 'outTradeNo' | 'gatewayRef'> & {
  /** The gateway's, of the trade that was paid. */
  tradeNo: string
  outRequestNo: string
  amountFen: number
  /** What was paid, before any refund. */
  paidFen: number
  reason: string
}

/** A buyer's bank asks for the money. `share`: how much of how much, in the gateway's own money. `warning`: none moved. */
export type GatewayDispute = {
  no: string
  tradeNo: string
  state: 'warning' | 'open' | 'won' | 'lost'
  share: [part: number, whole: number]
}

/** One merchant's account at its provider. Throws GatewayTrouble whenever an outcome is not certain. */
export type Gateway = {
  /** For a browser an address to open, else a code. `closed`: the gateway refuses, because it has closed the trade. */
  open(bill: Bill, device: PayDevice): Promise<Opened | 'closed'>
  loadTrade(trade: TradeName): Promise<GatewayTrade>
  closeTrade(trade: TradeName): Promise<void>
  refund(wish: GatewayRefund): Promise<'done' | 'refused'>
  loadDispute?(no: string): Promise<GatewayDispute>
  /** Tries the keys with a number that nobody has. By default `loadTrade`, which has to say `absent`. */
  accepts?(outTradeNo: string): Promise<boolean>
  /** When to ask again after the end, where what was paid in time is found later. In order; none by default. */
  lateLooksMs?: readonly number[]
}

/** The outcome is unknown: no answer, no valid signature, or an answer that says so. Never treat this as a "no". */
export class GatewayTrouble extends Error {
  override readonly name = 'GatewayTrouble'
}

/** A cause's message may contain an address with a key in it, so keep only names. */
export function asTrouble(what: string, cause: unknown): GatewayTrouble {
  if (cause instanceof GatewayTrouble) return cause
  const names = [cause, (cause as Error).cause].flatMap((error) => (error instanceof Error ? [error.name] : []))
  return new GatewayTrouble([`${what}:`, ...names].join(' '))
}

/** How much longer gateways may take. Only the waiting for them counts. */
export type GatewayTime = { leftMs(): number; spend(ms: number): void }

/** For jobs, where nobody waits: each question gets the full time. */
export const eachQuestion: GatewayTime = { leftMs: () => limits.gatewayTimeoutMs, spend: () => {} }

/**
 * One budget for all questions of a call: a payer waits 5 s in all, however many questions there are. With `of` it is a
 * part of another budget, so that the first question leaves time for the next.
 */
export function makeGatewayTime(totalMs: number = limits.gatewayTimeoutMs, of?: GatewayTime): GatewayTime {
  let spentMs = 0
  return {
    leftMs: () => Math.min(totalMs - spentMs, of?.leftMs() ?? totalMs),
    spend(ms) {
      spentMs += ms
      of?.spend(ms)
    },
  }
}

export async function withinTime<T>(time: GatewayTime, ask: (limitMs: number) => Promise<T>): Promise<T> {
  // A timer may fire up to a millisecond early; rounding down drops that remainder.
  const limitMs = Math.floor(time.leftMs())
  if (limitMs <= 0) throw new GatewayTrouble('no time left to ask')
  const startedAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new GatewayTrouble(`no answer in ${limitMs} ms`)), limitMs)
  })
  try {
    return await Promise.race([ask(limitMs), late])
  } finally {
    clearTimeout(timer)
    time.spend(performance.now() - startedAt)
  }
}

/** Alipay reads times as `yyyy-MM-dd HH:mm:ss` in +08:00. The SDK would use the zone of this process. */
export function toBeijing(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** Writes fen as gateways expect, with integer arithmetic only: 1250 → "12.50". */
export function toYuan(fen: number): string {
  return `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`
}

/** Parses exactly or returns null: rounding would let 9.01 settle 9.99. */
export function parseYuan(text: unknown): number | null {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(typeof text === 'number' ? String(text) : (text as string))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}
