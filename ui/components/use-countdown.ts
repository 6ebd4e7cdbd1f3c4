import { useSyncExternalStore } from 'react'

/** A clock to look at by `useSyncExternalStore`. */
export const every = (stepMs: number) => (look: () => void) => {
  const timer = setInterval(look, stepMs)
  return () => clearInterval(timer)
}
const everySecond = every(1000)

/** Whole seconds until then, 0 once it has passed. Counts by the clock: a phone in a pocket stops timers. */
export function useCountdown(untilMs: number): number {
  const left = () => Math.max(0, Math.ceil((untilMs - Date.now()) / 1000))
  return useSyncExternalStore(everySecond, left, () => 0)
}
