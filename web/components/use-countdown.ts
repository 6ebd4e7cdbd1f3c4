import { useEffect, useState } from 'react'

/** Whole seconds until then, 0 once it has passed. Counts by the clock: a phone in a pocket stops timers. */
export function useCountdown(untilMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
  const running = left > 0
  useEffect(() => {
    setNowMs(Date.now())
    if (!running) return
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running, untilMs])
  return left
}
