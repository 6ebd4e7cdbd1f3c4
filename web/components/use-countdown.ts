import { useEffect, useState } from 'react'

/** Whole seconds until then, 0 once it has passed. Counts by the clock: a phone in a pocket stops timers. */
export function useCountdown(untilMs: number): number {
  const [seen, setSeen] = useState(() => ({ untilMs, nowMs: Date.now() }))
  // In the same render, or a new wait would show for a moment with the old clock.
  if (seen.untilMs !== untilMs) setSeen({ untilMs, nowMs: Date.now() })
  const left = Math.max(0, Math.ceil((seen.untilMs - seen.nowMs) / 1000))
  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setSeen({ untilMs, nowMs: Date.now() }), 1000)
    return () => clearInterval(timer)
  }, [running, untilMs])
  return left
}
