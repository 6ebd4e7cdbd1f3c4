const [MINUTE_S, HOUR_S] = [60, 3600]
/** After the first, second … try: ten tries over three days. */
const WAITS_S = [
  5,
  5 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  5 * HOUR_S,
  10 * HOUR_S,
  14 * HOUR_S,
  18 * HOUR_S,
  20 * HOUR_S,
]
/** So that receivers that failed together are not called together. */
const JITTER = 0.1
/** A receiver may ask for more time, but not for ever. */
const LONGEST_MS = 24 * HOUR_S * 1000

/** When to try again after so many tries; null: no more. `chance` is from 0 to 1. */
export function nextTryMs(tries: number, retryAfterMs: number | null, chance: number): number | null {
  const waitS = WAITS_S[tries - 1]
  if (waitS === undefined) return null
  const waitMs = waitS * 1000 * (1 - JITTER + 2 * JITTER * chance)
  return Math.max(waitMs, Math.min(retryAfterMs ?? 0, LONGEST_MS))
}
