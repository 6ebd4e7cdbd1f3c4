import type { Db } from '../../../platform/db/db.ts'
import { findEvents, loadNewestEventId, numberEvents } from './event-queries.ts'
import { writeEvent, type WrittenEvent } from './written-event.ts'

const PAGE = 500
/** Enough for streams that are slightly behind. Streams further behind read from the database. */
const KEPT = 1_000

export type EventFeed = {
  newestId(): number
  /** Reads new events. */
  look(): Promise<void>
  after(id: number): Promise<readonly WrittenEvent[]>
}

/** The database's events in order. Keeps the latest in memory for all streams of this process. */
export function createEventFeed(db: Db): EventFeed {
  let newest = 0
  let recent: WrittenEvent[] = []
  /** `recent` holds all events after this id. */
  let recentFrom: number | null = null

  let looking: Promise<void> | null = null

  const read = async (id: number) => (await findEvents(db, id, PAGE)).map(writeEvent)

  async function look(): Promise<void> {
    await numberEvents(db)
    const found = await loadNewestEventId(db)
    // At the first read, or after all old events were deleted: start from here.
    if (recentFrom === null || found < newest) {
      recent = []
      recentFrom = newest = found
    }
    while (newest < found) {
      const page = await read(newest)
      recent.push(...page)
      newest = page.at(-1)?.id ?? found
    }
    const dropped = recent.splice(0, Math.max(0, recent.length - KEPT)).at(-1)
    if (dropped) recentFrom = dropped.id
  }

  return {
    newestId: () => newest,
    // Five hundred streams that start at once share one read.
    look: () =>
      (looking ??= look().finally(() => {
        looking = null
      })),
    async after(id) {
      if (recentFrom !== null && id >= recentFrom) return recent.filter((event) => event.id > id)
      return read(id)
    },
  }
}
