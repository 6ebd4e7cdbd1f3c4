import { useSyncExternalStore } from 'react'

/** Whole seconds until then, 0 once it has passed. Counts by the clock: a phone in a pocket stops timers. */
export function useCountdown(untilMs: number): number {
  const left = () => Math.max(0, Math.ceil((untilMs - Date.now()) / 1000))
  return useSyncExternalStore(everySecond, left, () => 0)
}

function everySecond(look: () => void): () => void {
  const timer = setInterval(look, 1000)
  return () => clearInterval(timer)
}
