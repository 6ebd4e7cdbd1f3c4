import { limits } from '../../../../contract/limits.ts'
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
  clientAddress: string
}

/** What each provider's words mean: docs/money-code.md, "What a gateway says of a trade". */
export type GatewayTrade =
  | { state: 'paid'; tradeNo: string; amountFen: number }
  /** `absent`: the gateway does not know it. Unless it once did, it can still be paid. `closed`: nobody can pay it now. */
  | { state: 'open' | 'absent' | 'closed' }
/** `closed`: the gateway refuses, because it has closed the trade. */
export type OpenedQr = { qrCode: string } | { payUrl: string } | 'closed'

export type GatewayRefund = { outTradeNo: string; outRequestNo: string; amountFen: number; reason: string }

/** One merchant's account at its provider. Throws GatewayTrouble whenever an outcome is not certain. */
export type Gateway = {
  /** An address for a browser; made without a request to the gateway. */
  writePageUrl(bill: Bill, device: 'pc' | 'wap'): Promise<string>
  openQr(bill: Bill): Promise<OpenedQr>
  loadTrade(outTradeNo: string): Promise<GatewayTrade>
  closeTrade(outTradeNo: string): Promise<void>
  refund(wish: GatewayRefund): Promise<'done' | 'refused'>
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
