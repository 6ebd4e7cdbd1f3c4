import { useEffect, useRef, useState } from 'react'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { PaymentState } from '../../../contract/payments.ts'
import { call } from '../../../ui/http/client.ts'
import type { Trade } from './trade.ts'

export type Live = {
  /** Null until the first answer. */
  state: PaymentState | null
  /** Continues a payment that may be over by now: until the first answer nobody is sent to pay it. */
  isUnsure: boolean
  /** The reader asked for a check, and the answer is pending. */
  isChecking: boolean
  /** The reader asked for a check, and no money had arrived. */
  foundNothing: boolean
  /** The last check got no answer. */
  isCutOff: boolean
  checkNow: () => void
}

type TradeCheck = { outTradeNo: string; isAnswered: boolean }
type Known = { outTradeNo: string; state: PaymentState | null; isCutOff: boolean }

/** Follows a payment until it is paid, closed or refunded. */
export function useTradeState(trade: Trade | null, isResumed: boolean): Live {
  const [known, setKnown] = useState<Known | null>(null)
  const [asked, setAsked] = useState<TradeCheck | null>(null)
  const watch = useRef<Watch | null>(null)
  const outTradeNo = trade?.outTradeNo ?? null
  const key = trade?.key ?? null

  useEffect(() => {
    if (outTradeNo === null) return
    let left = false
    const look = async () => {
      try {
        const named = { out_trade_no: outTradeNo, ...(key ? { key } : {}) }
        const answer = await call(api.payments.check, named, { noRedirect: key !== null })
        if (!left) setKnown({ outTradeNo, state: answer, isCutOff: false })
        return answer.status === 'pending' ? 'open' : 'over'
      } catch (error) {
        if (!left) setKnown((old) => ({ outTradeNo, state: stateFor(outTradeNo, old), isCutOff: true }))
        throw error
      }
    }
    // A resumed payment may be paid already, so check at once.
    watch.current = startWatch(look, isResumed ? 0 : limits.payAskEveryMs)
    return () => {
      left = true
      watch.current?.stop()
    }
  }, [outTradeNo, key, isResumed])

  async function checkNow(): Promise<void> {
    if (outTradeNo === null) return
    setAsked({ outTradeNo, isAnswered: false })
    await watch.current?.now()
    setAsked({ outTradeNo, isAnswered: true })
  }

  const isMine = known !== null && known.outTradeNo === outTradeNo
  const state = isMine ? known.state : null
  const asking = asked?.outTradeNo === outTradeNo ? asked : null
  return {
    state,
    isUnsure: isResumed && !isMine,
    isChecking: asking?.isAnswered === false,
    foundNothing:
      asking?.isAnswered === true && (state === null || state.status === 'pending' || state.status === 'closed'),
    isCutOff: isMine && known.isCutOff,
    checkNow: () => void checkNow(),
  }
}

function stateFor(outTradeNo: string, known: Known | null): PaymentState | null {
  return known?.outTradeNo === outTradeNo ? known.state : null
}

/** Slightly more than the server's interval, or every second check would be too early. */
const GAP_MS = limits.payAskEveryMs + 200
const CALM_AFTER_MS = 60_000
const SLOW_AFTER_MS = 180_000
const LONGEST_MS = 60_000

type Watch = {
  /** Checks as soon as the interval allows. */
  now(): Promise<void>
  stop(): void
}

/** Checks often while a payment is likely, rarely later, and less and less while no answer comes. */
export function nextLookMs(watchedMs: number, failures: number): number {
  const calmMs = watchedMs < CALM_AFTER_MS ? GAP_MS : watchedMs < SLOW_AFTER_MS ? 5000 : 10_000
  return Math.min(LONGEST_MS, calmMs * 2 ** failures)
}

/** Repeats until `look` says that it is over. Pauses while the page is hidden. */
export function startWatch(look: () => Promise<'open' | 'over'>, firstMs: number): Watch {
  const startedAtMs = performance.now()
  let lastAtMs = startedAtMs - GAP_MS
  let failures = 0
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<void> | null = null

  const gapMs = () => Math.max(0, lastAtMs + GAP_MS - performance.now())

  function plan(delayMs: number): void {
    clearTimeout(timer)
    if (!isOver && !document.hidden) timer = setTimeout(() => void run(), delayMs)
  }

  function run(): Promise<void> {
    underWay ??= once().finally(() => {
      underWay = null
      plan(nextLookMs(performance.now() - startedAtMs, failures))
    })
    return underWay
  }

  async function once(): Promise<void> {
    lastAtMs = performance.now()
    try {
      if ((await look()) === 'over') isOver = true
      failures = 0
    } catch {
      failures += 1
    }
  }

  async function now(): Promise<void> {
    if (underWay) return underWay
    clearTimeout(timer)
    await new Promise((done) => setTimeout(done, gapMs()))
    await run()
  }

  function onVisibility(): void {
    if (document.hidden) clearTimeout(timer)
    else if (!underWay) plan(gapMs())
  }

  document.addEventListener('visibilitychange', onVisibility)
  plan(firstMs)
  return {
    now,
    stop() {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    },
  }
}
