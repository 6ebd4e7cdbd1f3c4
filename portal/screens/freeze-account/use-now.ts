import { useSyncExternalStore } from 'react'

const STEP_MS = 10_000

/** The time in steps of ten seconds: a page left open must not wait for a moment that has passed. */
export function useNow(): number {
  return useSyncExternalStore(everyStep, () => Math.floor(Date.now() / STEP_MS) * STEP_MS)
}

function everyStep(look: () => void): () => void {
  const timer = setInterval(look, STEP_MS)
  return () => clearInterval(timer)
}
