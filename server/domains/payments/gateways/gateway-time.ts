import { limits } from '../../../../contract/limits.ts'
import { GatewayTrouble } from './gateway.ts'

/** How long gateways may still take. Only the waiting for them is counted. */
export type GatewayTime = { leftMs(): number; spend(ms: number): void }

/** For jobs, which nobody waits for: each question has the whole of it. */
export const eachQuestion: GatewayTime = { leftMs: () => limits.gatewayTimeoutMs, spend: () => {} }

/**
 * One for all that a call asks of gateways: a payer waits 5 s in all, however many questions there are. With `of` it is a
 * part of another one, so that the first question leaves something to the next.
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
  const limitMs = Math.round(time.leftMs())
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
