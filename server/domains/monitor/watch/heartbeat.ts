import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { Config } from '../../../config.ts'
import type { Db } from '../../../platform/db/db.ts'
import { findDatabaseFolder, loadFreeDisk } from '../../../platform/postgres/free-disk.ts'
import { release } from '../../../platform/release.ts'
import { saveHeartbeat } from '../figures/platform-queries.ts'
import { openStreams } from '../stream/stream-hub.ts'

/** Tells the other processes that this one is alive, and its health. */
export function createHeart(config: Config) {
  const id = randomUUID()
  const startedAt = new Date(Date.now() - process.uptime() * 1000)
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  let databaseFolder: string | null = null
  return {
    id,
    stop: () => void delays.disable(),
    async beat(db: Db, now: Date): Promise<void> {
      const database = databaseFolder === null ? await findDatabaseFolder(db) : null
      if (database?.isHere) databaseFolder = database.folder
      const folders = [config.dataDir, ...(databaseFolder === null ? [] : [databaseFolder])]
      // With a remote database there may be no data folder: then use the machine's own disk.
      const disk = (await loadFreeDisk(folders)) ?? (await loadFreeDisk(['/']))
      const delayMs = delays.percentile(99) / 1e6
      delays.reset()
      await saveHeartbeat(db, {
        id,
        host: hostname().slice(0, 255),
        pid: process.pid,
        version: release,
        startedAt,
        seenAt: now,
        rssBytes: process.memoryUsage.rss(),
        eventLoopDelayMs: Number.isFinite(delayMs) ? Math.round(delayMs * 10) / 10 : 0,
        streams: openStreams.count,
        diskFreeBytes: disk?.freeBytes ?? null,
        diskTotalBytes: disk?.totalBytes ?? null,
      })
    },
  }
}
