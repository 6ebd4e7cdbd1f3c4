import { useSyncExternalStore } from 'react'

import { every } from './use-countdown.ts'

const STEP_MS = 10_000
const everyStep = every(STEP_MS)

/** The time in steps of ten seconds, so that a page left open never waits for or promises a moment that has passed. */
export function useNow(): number {
  return useSyncExternalStore(everyStep, () => Math.floor(Date.now() / STEP_MS) * STEP_MS)
}
