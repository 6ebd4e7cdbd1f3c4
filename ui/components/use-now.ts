import { useSyncExternalStore } from 'react'

import { every } from './use-countdown.ts'

const STEP_MS = 10_000
const everyStep = every(STEP_MS)

/** The time in steps of ten seconds: a page left open must not wait for a moment that has passed, nor promise one. */
export function useNow(): number {
  return useSyncExternalStore(everyStep, () => Math.floor(Date.now() / STEP_MS) * STEP_MS)
}
