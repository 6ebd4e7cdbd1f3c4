import type { Config } from '../config.ts'
import { loadSandboxGateway } from '../domains/payments/merchants/save-sandbox-merchants.ts'
import { clock } from '../platform/clock.ts'
import { holdDataDir } from '../platform/data-dir-lock.ts'
import { createDb, type Db } from '../platform/db.ts'
import { unlockAllJobs } from '../platform/jobs.ts'
import { createLog } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { settleSecretMark, withSecretMark } from '../platform/secret-mark.ts'
import { StartError } from '../platform/start-error.ts'
import { launchPostgres } from '../platform/postgres/launch.ts'
import { runCashier } from '../sandbox/run-cashier.ts'
import { seedHistory } from '../sandbox/history/seed-history.ts'
import { runDemoNodes } from '../sandbox/run-demo-nodes.ts'
import { findDemoNodes } from '../sandbox/seed-nodes.ts'
import { hasDemoAccounts, hasDemoMonitor, hasDemoStaff, seedSandbox, type DemoAccount } from '../sandbox/seed.ts'
import { awaitDatabase } from './await-database.ts'
import { holdPort } from './hold-port.ts'
import { runWorkers } from './run-workers.ts'
import { serve } from './serve.ts'
import { warnOfContact } from './warn-of-contact.ts'
import { printWelcome } from './welcome.ts'

/** Brings up the database, prepares it, then serves here or in workers; takes everything down in the other order. */
export async function runPrimary(given: Config): Promise<void> {
  const startedAt = performance.now()
  const port = await holdPort(given)
  const url = given.databaseUrl
  if (url && !(await awaitDatabase(url, port, createLog(given.logLevel)))) return port.release()
  const database = await openDatabase(given)
  try {
    const { demo, config } = await prepare(given, database.url)
    const cashier = config.mode === 'sandbox' ? await runCashier(config, database.url) : null
    if (config.hasHistory) await writeHistory(config, database.url)
    const demoNodes = config.mode === 'sandbox' ? await runDemoNodes(database.url) : null
    try {
      await port.release()
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

/** After the cashier: its merchant took the money. */
async function writeHistory(config: Config, url: string): Promise<void> {
  const db = createDb({ url, poolSize: 1, applicationName: 'yuxian-history', statementTimeoutMs: 60_000 })
  try {
    await seedHistory(db, config)
  } finally {
    await db.close()
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

type Prepared = { demo: DemoAccount[]; config: Config }

async function prepare(config: Config, url: string): Promise<Prepared> {
  const db = createDb({ url, poolSize: 2, applicationName: 'yuxian-start' })
  try {
    await migrate(db)
    // The embedded database is ours alone: whatever a killed process was doing is nobody's now.
    if (!config.databaseUrl) await unlockAllJobs(db)
    const log = createLog(config.logLevel)
    if (config.mode === 'production') await refuseDemo(db)
    if ((await settleSecretMark(db, config, clock.now())) === 'old') {
      log.warn('what is sealed still needs SECRET_KEY_OLD; run: secrets rotate')
    }
    if (config.mode === 'production') await warnOfContact(db, config, log)
    const demo = config.mode === 'sandbox' ? await seedSandbox(db, config.host) : []
    return { demo, config: await withSecretMark(db, config) }
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
  if (await hasDemoStaff(db)) {
    throw new StartError("This database holds the sandbox's staff. Production needs a database of its own.")
  }
  if (await hasDemoMonitor(db)) {
    throw new StartError("The sandbox's monitor account demo is open here: disable it (monitors disable --user demo).")
  }
}
