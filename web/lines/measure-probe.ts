const ROUNDS = 3
const TIMEOUT_MS = 4000

/** A file of our own, as the demo has them, may be timed from here; a node only from a page that is allowed to. */
export function isOwn(url: string): boolean {
  return url.startsWith('/') || url.startsWith(`${location.origin}/`)
}

/** The best of a few rounds: the first may still be opening the connection. Null when nothing answers. */
export async function measureProbe(url: string): Promise<number | null> {
  let bestMs = Number.POSITIVE_INFINITY
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const askedAtMs = performance.now()
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      await fetch(url, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal })
      bestMs = Math.min(bestMs, performance.now() - askedAtMs)
    }
  } catch {
    return null
  }
  return Math.round(bestMs)
}
