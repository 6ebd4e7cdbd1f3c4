import type { Db } from './db.ts'
import { listen } from './listen.ts'
import { countWrites } from './write-watch.ts'

/** The truth: whatever was not heard, nothing that is shown is older. */
const HELD_MS = 5_000
/** A reseller's icon may have 64 KB. */
const ENTRIES_MAX = 256

type Source = { tables: readonly string[]; channel: string }
export type Held<T> = (key: string | number, load: () => Promise<T>) => Promise<T>

/**
 * Keeps what every page needs and hardly ever changes. Whoever changes the tables tells the channel by a trigger; a change
 * by this process counts from its commit on. Never for what decides about money.
 */
export function hold<T>(db: Db, { tables, channel }: Source): Held<T> {
  const held = new Map<string | number, { value: T; until: number }>()
  const ownWrites = countWrites(tables)
  let [heard, isHearing, writes] = [0, false, 0]
  const hear = () => {
    heard += 1
    held.clear()
  }
  listen(db, channel, hear, () => {
    isHearing = true
    hear()
  })
  return async (key, load) => {
    if (writes !== ownWrites()) held.clear()
    writes = ownWrites()
    const known = held.get(key)
    if (known && known.until > performance.now()) return known.value
    const begun = [heard, writes]
    const value = await load()
    // What changed while it was read may be missing in it.
    if (!isHearing || heard !== begun[0] || ownWrites() !== begun[1]) return value
    if (held.size >= ENTRIES_MAX) held.clear()
    held.set(key, { value, until: performance.now() + HELD_MS })
    return value
  }
}
