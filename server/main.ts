import cluster from 'node:cluster'

import { ConfigError, readConfig } from './config.ts'
import { tellDatabaseTrouble } from './platform/db/database-trouble.ts'
import { StartError } from './platform/start-error.ts'
import { runPrimary } from './process/primary.ts'
import { serve } from './process/serve.ts'
import { onceSignalled } from './process/signals.ts'

let databaseUrl: string | null = null

/** The server process: a single one that does everything, or with WORKERS=n a primary that keeps n workers alive. */
async function main(buildPages?: () => Promise<void>): Promise<void> {
  const config = readConfig()
  databaseUrl = config.databaseUrl
  // Watch for signals from here on: an interrupted start would leave its database running.
  void onceSignalled()
  if (cluster.isWorker) await serve(config)
  else await runPrimary(config, buildPages)
}

/** `buildPages` makes what browsers open, beside the rest of the start. Without it the pages are there, or none are shown. */
export async function runServer(buildPages?: () => Promise<void>): Promise<void> {
  try {
    await main(buildPages)
  } catch (error) {
    // The reader can fix these (wrong setting, taken data folder, absent database): print a sentence without a stack.
    const isPlain = error instanceof ConfigError || error instanceof StartError
    const says = isPlain ? error.message : tellDatabaseTrouble(error, databaseUrl)
    console.error(says === null ? error : `\n${says}\n`)
    // Do not use exitCode: a pool or channel left open by the failed start would keep the process alive.
    process.exit(1)
  }
}

if (import.meta.main) await runServer()
