import type { ServerResponse } from 'node:http'

import type { View } from '../figures/get-overview.ts'
import type { EventFeed } from './event-feed.ts'
import { eventBytes, isInView } from './written-event.ts'

/** A reader that accepts nothing for this long is cut off; it misses no event when it comes back. */
const BLOCKED_LIMIT_MS = 30_000
const HEARTBEAT = Buffer.from(': \n\n')

export type OpenStream = {
  sessionId: string
  view: View
  /** Writes the events that the reader has not received. */
  catchUp(): Promise<void>
  /** Skipped for a slow reader: the next snapshot contains everything. */
  offer(snapshot: Buffer): void
  beat(): void
  end(reason: 'signed_out' | 'stopping'): void
}

type Options = { raw: ServerResponse; sessionId: string; view: View; afterId: number; feed: EventFeed }

/**
 * One reader. Queues nothing beyond the socket's buffer: while that is full, events wait in the database and snapshots
 * are skipped, so a thousand slow readers need no more memory than a thousand quick ones.
 */
export function openStream({ raw, sessionId, view, afterId, feed }: Options): OpenStream {
  let lastId = Math.min(afterId, feed.newestId())
  const socket: { blockedAt: number | null } = { blockedAt: null }
  let isCatchingUp = false

  const write = (bytes: Buffer) => {
    if (raw.writableEnded || raw.destroyed || raw.write(bytes)) return
    socket.blockedAt = Date.now()
    raw.once('drain', () => {
      socket.blockedAt = null
      void catchUp().catch(() => raw.destroy())
    })
  }

  async function catchUp(): Promise<void> {
    if (isCatchingUp) return
    isCatchingUp = true
    try {
      while (socket.blockedAt === null && !raw.destroyed && lastId < feed.newestId()) {
        const newest = feed.newestId()
        const events = await feed.after(lastId)
        if (events.length === 0) lastId = newest
        for (const event of events) {
          lastId = event.id
          if (isInView(view, event)) write(event.bytes[view.language])
          if (socket.blockedAt !== null) break
        }
      }
    } finally {
      isCatchingUp = false
    }
  }

  return {
    sessionId,
    view,
    catchUp,
    offer(snapshot) {
      if (socket.blockedAt === null) write(snapshot)
      else if (Date.now() - socket.blockedAt > BLOCKED_LIMIT_MS) raw.destroy()
    },
    beat() {
      if (socket.blockedAt === null) write(HEARTBEAT)
    },
    end(reason) {
      if (!raw.writableEnded) raw.end(eventBytes('end', { reason }))
    },
  }
}
