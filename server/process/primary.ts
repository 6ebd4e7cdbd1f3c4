import type { Config } from '../config.ts'
import { refuseOtherMode, settleMode } from '../mode-mark.ts'
import { clock } from '../platform/clock.ts'
import { createDb, inTransaction, type Db } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { unlockAllJobs } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log.ts'
import { lockDataDir } from '../platform/postgres/data-dir-lock.ts'
import { launchPostgres } from '../platform/postgres/launch.ts'
import { settleSecretMark, withSecretMark } from '../platform/secrets/secret-mark.ts'
import { StartError } from '../platform/start-error.ts'
import { findDemo } from '../sandbox/find-demo.ts'
import { seedHistory } from '../sandbox/history/seed-history.ts'
import { runCashier } from '../sandbox/run-cashier.ts'
import { runDemoNodes } from '../sandbox/run-demo-nodes.ts'
import { seedSandbox, type DemoAccount } from '../sandbox/seed.ts'
import { sealedColumns } from '../sealed-columns.ts'
import { keepSecretKey } from '../settings/secret-key.ts'
import { awaitDatabase } from './await-database.ts'
import { claimPort } from './claim-port.ts'
import { runWorkers } from './run-workers.ts'
import { serve } from './serve.ts'
import { onceSignalled } from './signals.ts'
import { warnOfContact } from './warn-of-contact.ts'
import { warnOfNames } from './warn-of-names.ts'
import { printWelcome } from './welcome.ts'

/**
 * Starts and prepares the database while the pages are built, then serves here or in workers; shuts down in reverse order.
 * Nothing is built at a taken port: the files may be those that the other server serves.
 */
export async function runPrimary(read: Config, buildPages: () => Promise<void> = async () => {}): Promise<void> {
  const port = await claimPort(read)
  const given = keepSecretKey(read)
  const built = buildPages()
  // Awaited when the database is ready.
  built.catch(() => {})
  const url = given.databaseUrl
  if (url && !(await awaitDatabase(url, port, createLog(given.logLevel)))) return port.release()
  const database = await openDatabase(given)
  try {
    const { demo, config } = await prepare(given, database.url)
    const cashier = config.mode === 'sandbox' ? await runCashier(config, database.url) : null
    if (config.hasHistory) await writeHistory(config, database.url)
    const demoNodes = config.mode === 'sandbox' ? await runDemoNodes(database.url) : null
    try {
      if (await Promise.race([built, onceSignalled()])) return await port.release()
      const onReady = () => printWelcome(config, demo)
      if (port.server) await serve({ ...config, databaseUrl: database.url }, { onReady, port: port.server })
      else await runWorkers(config, database.url, { onReady, port })
    } finally {
      await demoNodes?.stop()
      await cashier?.stop()
    }
  } finally {
    await database.close()
  }
}

/** Runs after the cashier, because the cashier's merchant received the money. */
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
  const lock = await lockDataDir(config.dataDir)
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
    // Check before writing anything: a database of the other mode is not ours.
    await refuseOtherMode(db, config)
    await migrate(db)
    // Only we use the embedded database, so no other process can still hold a killed process's jobs.
    if (!config.databaseUrl) await unlockAllJobs(db)
    const demo = await settleFirstRows(db, config)
    warnOfNames(config, createLog(config.logLevel))
    if (config.mode === 'production') {
      await refuseDemo(db)
      await warnOfContact(db, config, createLog(config.logLevel))
    }
    return { demo, config: await withSecretMark(db, config) }
  } finally {
    await db.close()
  }
}

/** Writes the mode's mark and the first rows together or not at all. */
async function settleFirstRows(db: Db, config: Config): Promise<DemoAccount[]> {
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    await settleMode(tx, config, now)
    if ((await settleSecretMark(tx, config, sealedColumns, now)) === 'old') {
      createLog(config.logLevel).warn('what is sealed still needs SECRET_KEY_OLD; run: secrets rotate')
    }
    return config.mode === 'sandbox' ? seedSandbox(tx, config) : []
  })
}

/**
 * A release without the mark may have put its sandbox into a production database. Serving it would sell for play money.
 */
async function refuseDemo(db: Db): Promise<void> {
  const found = await findDemo(db)
  if (found.length === 0) return
  throw new StartError(
    `A sandbox was started on this production database: it holds ${found.join(', ')}. ` +
      'See what goes and what stays: database clean-demo. It goes with: database clean-demo --yes',
  )
}
