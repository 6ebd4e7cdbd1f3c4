import cluster, { type Worker } from 'node:cluster'

import type { Config } from '../config.ts'
import { loadSandboxGateway } from '../domains/payments/merchants/save-sandbox-merchants.ts'
import { holdDataDir } from '../platform/data-dir-lock.ts'
import { createDb, type Db } from '../platform/db.ts'
import { unlockAllJobs } from '../platform/jobs.ts'
import { createLog } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { StartError } from '../platform/start-error.ts'
import { launchPostgres } from '../platform/postgres/launch.ts'
import { runCashier } from '../sandbox/run-cashier.ts'
import { runDemoNodes } from '../sandbox/run-demo-nodes.ts'
import { findDemoNodes } from '../sandbox/seed-nodes.ts'
import { hasDemoAccounts, hasDemoMonitor, seedSandbox, type DemoAccount } from '../sandbox/seed.ts'
import { printWelcome } from './welcome.ts'
import { warnOfContact } from './warn-of-contact.ts'
import { serve } from './serve.ts'
import { onceSignalled } from './signals.ts'

/** Brings up the database, prepares it, then serves here or in workers; takes everything down in the other order. */
export async function runPrimary(config: Config): Promise<void> {
  const startedAt = performance.now()
  const database = await openDatabase(config)
  try {
    const demo = await prepare(config, database.url)
    const cashier = config.mode === 'sandbox' ? await runCashier(config, database.url) : null
    const demoNodes = config.mode === 'sandbox' ? await runDemoNodes(database.url) : null
    try {
      if (config.workers > 1) await runWorkers(config, database.url, () => printWelcome(config, demo, startedAt))
      else await serve({ ...config, databaseUrl: database.url }, () => printWelcome(config, demo, startedAt))
    } finally {
      await demoNodes?.stop()
      await cashier?.stop()
    }
  } finally {
    await database.close()
  }
}

type OpenDatabase = { url: string; close(): Promise<void> }

async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: async () => {} }
  const lock = await holdDataDir(config.dataDir)
  try {
    const postgres = await launchPostgres({ dataDir: config.dataDir })
    return {
      url: postgres.url,
      close: async () => {
        await postgres.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function prepare(config: Config, url: string): Promise<DemoAccount[]> {
  const db = createDb({ url, poolSize: 2, applicationName: 'yuxian-start' })
  try {
    await migrate(db)
    // The embedded database is ours alone: whatever a killed process was doing is nobody's now.
    if (!config.databaseUrl) await unlockAllJobs(db)
    if (config.mode === 'sandbox') return await seedSandbox(db, config.host)
    await refuseDemo(db)
    await warnOfContact(db, config, createLog(config.logLevel))
    return []
  } finally {
    await db.close()
  }
}

async function refuseDemo(db: Db): Promise<void> {
  if (await hasDemoAccounts(db)) {
    throw new StartError('This database holds sandbox demo accounts. Production needs a database of its own.')
  }
  if ((await loadSandboxGateway(db)) !== null) {
    throw new StartError(
      'The sandbox cashier is a merchant here, and takes no real money: disable it (merchants disable).',
    )
  }
  if ((await findDemoNodes(db)).length > 0) {
    throw new StartError('This database holds sandbox demo nodes, where nothing runs: remove them (nodes remove).')
  }
  if (await hasDemoMonitor(db)) {
    throw new StartError("The sandbox's monitor account demo is open here: disable it (monitors disable --user demo).")
  }
}

/** Identical processes on one port. One that dies is replaced; on a signal each drains by itself. */
async function runWorkers(config: Config, databaseUrl: string, onReady: () => void): Promise<void> {
  let listening = 0
  let stopping = false
  const fork = () => cluster.fork({ DATABASE_URL: databaseUrl })
  // A worker that ends before any of them served has said why: replacing it would only say it again.
  const failed = new Promise<never>((_resolve, reject) => {
    cluster.on('exit', () => {
      if (listening === 0) reject(new StartError('The workers did not start.'))
      else if (!stopping) fork()
    })
  })
  cluster.on('listening', () => {
    listening += 1
    if (listening === config.workers) onReady()
  })
  for (let index = 0; index < config.workers; index += 1) fork()
  await Promise.race([onceSignalled(), failed])
  stopping = true
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  await Promise.all(workers.map(endWorker))
}

function endWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve())
    worker.process.kill('SIGTERM')
  })
}
