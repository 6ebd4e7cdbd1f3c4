import type { Logger } from 'pino'

import { isDatabaseAway } from '../../platform/db/database-away.ts'
import { withPatience } from '../../platform/db/patience.ts'
import type { Shown } from './authenticate.ts'

export type KeptPush = { shown: Shown; text: string; at: Date }
type Book = (push: KeptPush) => Promise<void>

const AGAIN_MS = 2_000
/** Some hours of 60 nodes with 1,000 users each. In UTF-16 code units; the texts are ASCII. */
const LENGTH_MAX = 64 * 1024 * 1024

/**
 * Pushes that came while the database was away. Agents have set their counters to zero by then and look at no status, so
 * an error would lose the bytes. They are booked as of when they came; one that was booked after all, or that its agent
 * sends again, counts once. A server that is ended meanwhile loses them.
 */
export function makeKeptPushes(book: Book, log: Pick<Logger, 'error' | 'info'>, lengthMax = LENGTH_MAX) {
  const kept: KeptPush[] = []
  let length = 0
  let timer: NodeJS.Timeout | null = null

  /** Books in the order in which they came, until the database is away again. */
  async function bookAll(): Promise<void> {
    timer = null
    for (let push = kept[0]; push; push = kept[0]) {
      const { at, text } = push
      try {
        // Not with the patience of the request that was kept: it is used up.
        await withPatience(null, () => book(push!))
      } catch (error) {
        if (isDatabaseAway(error)) return again()
        const { name: type, message } = error as Error
        log.error({ type, message, nodeId: push.shown.nodeId, at }, 'a kept push was not booked')
      }
      kept.shift()
      length -= text.length
    }
    log.info('all kept pushes are booked')
  }

  function again(): void {
    timer ??= setTimeout(() => void bookAll(), AGAIN_MS).unref()
  }

  return {
    /** False: there is no room. */
    keep(push: KeptPush): boolean {
      if (length + push.text.length > lengthMax) return false
      kept.push(push)
      length += push.text.length
      again()
      return true
    },
    /** For the end of the server: what cannot be booked now is lost, and the log says how much. */
    async close(): Promise<void> {
      if (timer) clearTimeout(timer)
      if (kept.length > 0) await bookAll()
      if (timer) clearTimeout(timer)
      if (kept.length > 0) log.error({ pushes: kept.length }, 'pushes of foreign agents are lost: the database is away')
    },
  }
}
