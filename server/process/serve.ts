import cluster from 'node:cluster'
import { existsSync } from 'node:fs'

import { buildApp, builtWebDir } from '../app.ts'
import type { Config } from '../config.ts'
import { createDb } from '../platform/db.ts'
import { createLog } from '../platform/log.ts'
import { onceSignalled } from './signals.ts'

const DRAIN_LIMIT_MS = 10_000

/** Serves until a signal, then answers what is under way and closes. */
export async function serve(config: Config, onReady: () => void = () => {}): Promise<void> {
  if (!config.databaseUrl) throw new Error('serve needs a database address')
  const log = createLog(config.logLevel)
  const db = createDb({
    url: config.databaseUrl,
    poolSize: 16,
    applicationName: 'yuxian',
    log: (line) => log.warn(line),
  })
  const app = await buildApp({ config, db, log, ...(existsSync(builtWebDir) ? { webDir: builtWebDir } : {}) })
  await app.listen({ port: config.port, host: config.host })
  onReady()
  await onceSignalled()
  const hardStop = setTimeout(() => app.server.closeAllConnections(), DRAIN_LIMIT_MS)
  await app.close()
  clearTimeout(hardStop)
  await db.close()
  // The channel to the primary would keep this process alive.
  if (cluster.isWorker) process.disconnect()
}
