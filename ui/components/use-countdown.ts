import { useSyncExternalStore } from 'react'

/** A clock for `useSyncExternalStore`. */
export const every = (stepMs: number) => (look: () => void) => {
  const timer = setInterval(look, stepMs)
  return () => clearInterval(timer)
}
const everySecond = every(1000)

/** Whole seconds until then, 0 afterwards. Uses the clock, because timers stop on a phone in a pocket. */
export function useCountdown(untilMs: number): number {
  const left = () => Math.max(0, Math.ceil((untilMs - Date.now()) / 1000))
  return useSyncExternalStore(everySecond, left, () => 0)
}
