import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

import { limits } from '../../../../contract/limits.ts'
import type { Config } from '../../../config.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db.ts'
import { listen } from '../../../platform/listen.ts'
import { keepMonitorSessions } from '../monitors/queries.ts'
import type { View } from '../figures/get-overview.ts'
import { createEventFeed } from './event-feed.ts'
import { openStream, type OpenStream } from './open-stream.ts'
import { createSnapshots } from './snapshots.ts'

const LOOK_MS = 1_000
const SNAPSHOT_MS = 2_000
/** After an event the figures follow at once, but not more often than this. */
const NEWS_MS = 500
const SESSIONS_MS = 3_000
const HEARTBEAT_MS = 10_000

/** How many streams this process holds, for its heartbeat. */
export const openStreams = { count: 0 }

type Reader = { raw: ServerResponse; sessionId: string; view: View; since: number | null }
export type StreamHub = { add(reader: Reader): Promise<void>; stop(): void }

/** All streams of this process: the database is read once for all of them, and not at all while there are none. */
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
      // Before the first look the feed knows nothing, and "from now on" would mean from the beginning.
      await feed.look()
      // Gone meanwhile: its end has been told already, and nobody would take it off the list.
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

/** Logged out, run out or disabled, in whatever process. */
async function endDeadSessions(db: Db, streams: ReadonlySet<OpenStream>): Promise<void> {
  const now = clock.now()
  const seenAfter = new Date(now.getTime() - limits.monitorIdleMs)
  const ids = [...new Set([...streams].map(({ sessionId }) => sessionId))]
  const live = new Set(await keepMonitorSessions(db, ids, { now, seenAfter }))
  for (const stream of streams) if (!live.has(stream.sessionId)) stream.end('signed_out')
}

/** True when the thing was not done for this long; then it counts as done now. */
function makeIsDue(): (what: 'snapshot' | 'sessions' | 'heartbeat', everyMs: number) => boolean {
  const last = { snapshot: 0, sessions: 0, heartbeat: 0 }
  return (what, everyMs) => {
    if (Date.now() - last[what] < everyMs) return false
    last[what] = Date.now()
    return true
  }
}
