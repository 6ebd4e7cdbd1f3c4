import { limits } from '../../contract/limits.ts'

type Entry = { outcome: 'waiting' | 'answered' | 'failed'; answer?: unknown; error?: unknown; expiresAtMs: number }

export type Sharing = {
  /** Share an answer only while it is in flight. */
  skipRecent: boolean
  /** A success changes something on the server, so earlier answers are outdated. */
  changes: boolean
  /** Keep the answer this long after it arrived, instead of the window since the request. */
  cacheMs?: number | undefined
}

/** Identical requests of the last second, by method, address, body and token. */
const entries = new Map<string, Entry>()

/** Sends one request for all identical ones. A failure goes only to callers that were already waiting. */
export async function shareAnswer<T>(key: string, sharing: Sharing, ask: () => Promise<T>): Promise<T> {
  const askedAtMs = performance.now()
  dropExpired(askedAtMs)
  const twin = entries.get(key)
  if (twin && (twin.outcome === 'waiting' || !sharing.skipRecent)) return (await settled(twin)) as T

  const entry: Entry = { outcome: 'waiting', expiresAtMs: Number.POSITIVE_INFINITY }
  entries.set(key, entry)
  try {
    const answer = await ask()
    entry.outcome = 'answered'
    entry.answer = answer
    entry.expiresAtMs = sharing.cacheMs ? performance.now() + sharing.cacheMs : askedAtMs + limits.dedupeWindowMs
    if (sharing.changes) {
      emptyWindow()
      // Keep this call's own answer, so that a double tap is one purchase.
      entries.set(key, entry)
    }
    return answer
  } catch (error) {
    entry.outcome = 'failed'
    entry.error = error
    if (entries.get(key) === entry) entries.delete(key)
    throw error
  }
}

export function emptyWindow(): void {
  entries.clear()
}

async function settled(twin: Entry): Promise<unknown> {
  while (twin.outcome === 'waiting') await new Promise((look) => setTimeout(look, limits.dedupeWaitMs))
  if (twin.outcome === 'failed') throw twin.error
  return twin.answer
}

function dropExpired(nowMs: number): void {
  for (const [key, entry] of entries) if (entry.expiresAtMs <= nowMs) entries.delete(key)
}
