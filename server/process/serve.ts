import type { FastifyInstance } from 'fastify'
import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import path from 'node:path'

import { buildApp, builtWebDir } from '../app.ts'
import type { Config } from '../config.ts'
import { watchDatabase } from '../domains/monitor/outage/watch-database.ts'
import { startWatch } from '../domains/monitor/watch/start-watch.ts'
import { followMaintenance } from '../domains/status/maintenance.ts'
import { createDb } from '../platform/db/db.ts'
import { openReplica } from '../platform/db/replica.ts'
import { createLog } from '../platform/log.ts'
import type { Telemetry } from '../platform/telemetry/telemetry.ts'
import { lowerPoolPriority } from '../platform/yielding-pool.ts'
import { explained } from './claim-port.ts'
import { startJobs } from './run-jobs.ts'
import { onceSignalled } from './signals.ts'

const DRAIN_LIMIT_MS = 10_000

/** `port`: a server that listens where this one shall. */
type Serving = { port?: Server; onReady?: () => void }

/** Serves until a signal, then answers what is under way and closes. */
export async function serve(config: Config, { port, onReady }: Serving = {}): Promise<void> {
  if (!config.databaseUrl) throw new Error('serve needs a database address')
  const log = createLog(config.logLevel)
  const telemetry = await openTelemetry(config)
  const db = createDb({
    url: config.databaseUrl,
    poolSize: 16,
    applicationName: 'yuxian',
    log: (line) => log.warn(line),
    ...(telemetry ? { telemetry } : {}),
    ...(config.slowStatementMs > 0
      ? { slow: { fromMs: config.slowStatementMs, tell: (slow) => log.warn(slow, 'slow statement') } }
      : {}),
  })
  const replica = config.databaseReadUrl ? openReplica(config.databaseReadUrl, log) : null
  const maintenance = await followMaintenance(db)
  const isBuilt = existsSync(path.join(builtWebDir, 'portal', '.build-hash'))
  const app = await buildApp({
    config,
    db,
    log,
    ...(isBuilt ? { webDir: builtWebDir } : {}),
    ...(telemetry ? { telemetry } : {}),
    ...(replica ? { replica } : {}),
    maintenance: maintenance.view,
  })
  await listen(app, config, port)
  lowerPoolPriority()
  const jobs = await startJobs({ db, config, log })
  const watch = startWatch({ db, config, log })
  const outages = watchDatabase({ db, config, log })
  onReady?.()
  await onceSignalled()
  const hardStop = setTimeout(() => app.server.closeAllConnections(), DRAIN_LIMIT_MS)
  await app.close()
  clearTimeout(hardStop)
  await watch.stop()
  await outages.stop()
  await maintenance.stop()
  await jobs.stop()
  // Telemetry reads its last figures from the database, so stop it first.
  await telemetry?.stop()
  await replica?.close()
  await db.close()
  // The channel to the primary would keep this process alive.
  if (cluster.isWorker) process.disconnect()
}

/** Loads ten megabytes of library, so only when it is set. */
async function openTelemetry({ telemetry }: Config): Promise<Telemetry | null> {
  if (!telemetry) return null
  const { startTelemetry } = await import('../platform/telemetry/open-telemetry.ts')
  return startTelemetry(telemetry)
}

async function listen(app: FastifyInstance, { port, host }: Config, held?: Server): Promise<void> {
  // Node listens by the socket of whatever has a `_handle`: from one moment to the next it has another owner.
  const socket = held as { _handle?: object } | undefined
  try {
    await app.listen({ port, host, ...(socket ? { _handle: socket._handle } : {}) })
  } catch (error) {
    throw explained(error, port)
  }
}
