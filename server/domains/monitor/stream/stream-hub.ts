import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

import { limits } from '../../../../contract/limits.ts'
import type { Config } from '../../../config.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { listen } from '../../../platform/db/listen.ts'
import type { View } from '../figures/get-overview.ts'
import { keepMonitorSessions } from '../monitors/queries.ts'
import { createEventFeed } from './event-feed.ts'
import { openStream, type OpenStream } from './open-stream.ts'
import { createSnapshots } from './snapshots.ts'

const LOOK_MS = 1_000
const SNAPSHOT_MS = 2_000
/** Figures follow an event at once, but at most this often. */
const NEWS_MS = 500
const SESSIONS_MS = 3_000
const HEARTBEAT_MS = 10_000

/** The number of open streams of this process, for its heartbeat. */
export const openStreams = { count: 0 }

type Reader = { raw: ServerResponse; sessionId: string; view: View; since: number | null }
export type StreamHub = { add(reader: Reader): Promise<void>; stop(): void }

/** Serves all streams of this process: reads the database once for all of them, and not at all without any. */
export function createStreamHub({ db, config, log }: { db: Db; config: Config; log: Logger }): StreamHub {
  const streams = new Set<OpenStream>()
  const feed = createEventFeed(db)
  const snapshots = createSnapshots(db, config)
  const hub = { isRunning: false, isStopped: false, toldId: 0, waking: new AbortController() }
  const isDue = makeIsDue()

  async function round(): Promise<void> {
    await feed.look()
    await Promise.all([...streams].map((stream) => stream.catchUp()))
    if (isDue('sessions', SESSIONS_MS)) await endDeadSessions(db, streams)
    if (!isDue('snapshot', feed.newestId() === hub.toldId ? SNAPSHOT_MS : NEWS_MS)) return
    hub.toldId = feed.newestId()
    await snapshots.offer(streams)
  }

  async function run(): Promise<void> {
    hub.isRunning = true
    const stopHearing = listen(db, 'monitor_event', () => hub.waking.abort())
    while (streams.size > 0 && !hub.isStopped) {
      await round().catch((error: Error) => log.warn(`the monitor streams wait for the database: ${error.message}`))
      if (isDue('heartbeat', HEARTBEAT_MS)) for (const stream of streams) stream.beat()
      await delay(LOOK_MS, undefined, { signal: hub.waking.signal }).catch(() => {
        hub.waking = new AbortController()
      })
    }
    stopHearing()
    hub.isRunning = false
  }

  return {
    async add({ raw, sessionId, view, since }) {
      // Read first: an unread feed would start from the beginning instead of from now.
      await feed.look()
      // The reader has left meanwhile: no `close` event would come to remove it from the list.
      if (raw.destroyed) return
      const stream = openStream({ raw, sessionId, view, afterId: since ?? feed.newestId(), feed })
      streams.add(stream)
      openStreams.count += 1
      raw.once('close', () => {
        streams.delete(stream)
        openStreams.count -= 1
      })
      if (hub.isStopped) return stream.end('stopping')
      await stream.catchUp()
      stream.offer(await snapshots.of(view, SNAPSHOT_MS))
      if (!hub.isRunning) void run()
    },
    stop() {
      hub.isStopped = true
      for (const stream of streams) stream.end('stopping')
      hub.waking.abort()
    },
  }
}

/** Ends streams whose session was signed out, expired or disabled in any process. */
async function endDeadSessions(db: Db, streams: ReadonlySet<OpenStream>): Promise<void> {
  const now = clock.now()
  const seenAfter = new Date(now.getTime() - limits.monitorIdleMs)
  const ids = [...new Set([...streams].map(({ sessionId }) => sessionId))]
  const live = new Set(await keepMonitorSessions(db, ids, { now, seenAfter }))
  for (const stream of streams) if (!live.has(stream.sessionId)) stream.end('signed_out')
}

/** Returns true if the task was not done for this long, and marks it as done now. */
function makeIsDue(): (what: 'snapshot' | 'sessions' | 'heartbeat', everyMs: number) => boolean {
  const last = { snapshot: 0, sessions: 0, heartbeat: 0 }
  return (what, everyMs) => {
    if (Date.now() - last[what] < everyMs) return false
    last[what] = Date.now()
    return true
  }
}
