import type { Db } from './db.ts'
import { listen } from './listen.ts'
import { countWrites } from './write-watch.ts'

/** The guarantee: even if a notification is lost, no value shown is older than this. */
const FRESH_MS = 5_000
/** Kept low because a reseller's icon may have 64 KB. */
const ENTRIES_MAX = 256

type Source = { tables: readonly string[]; channel: string }
export type Cache<T> = (key: string | number, load: () => Promise<T>) => Promise<T>

/**
 * Caches what every page needs and what hardly ever changes. A trigger announces changes of the tables on the channel;
 * a change by this process counts from its commit on. Never use it for decisions about money.
 */
export function makeCache<T>(db: Db, { tables, channel }: Source): Cache<T> {
  const entries = new Map<string | number, { value: T; until: number }>()
  const ownWrites = countWrites(tables)
  let [heard, isHearing, writes] = [0, false, 0]
  const hear = () => {
    heard += 1
    entries.clear()
  }
  listen(db, channel, hear, () => {
    isHearing = true
    hear()
  })
  return async (key, load) => {
    if (writes !== ownWrites()) entries.clear()
    writes = ownWrites()
    const known = entries.get(key)
    if (known && known.until > performance.now()) return known.value
    const begun = [heard, writes]
    const value = await load()
    // A change during the read may be missing in the value, so do not keep it.
    if (!isHearing || heard !== begun[0] || ownWrites() !== begun[1]) return value
    if (entries.size >= ENTRIES_MAX) entries.clear()
    entries.set(key, { value, until: performance.now() + FRESH_MS })
    return value
  }
}
