import cluster from 'node:cluster'

import { ConfigError, readConfig } from './config.ts'
import { runPrimary } from './process/primary.ts'
import { tellDatabaseTrouble } from './platform/database-trouble.ts'
import { StartError } from './platform/start-error.ts'
import { serve } from './process/serve.ts'
import { onceSignalled } from './process/signals.ts'

let databaseUrl: string | null = null

/** The server process: one that does everything, or with WORKERS=n a primary that keeps n of them alive. */
async function main(): Promise<void> {
  const config = readConfig()
  databaseUrl = config.databaseUrl
  // Signals are watched from here on: a start that is interrupted would leave its database running.
  void onceSignalled()
  if (cluster.isWorker) await serve(config)
  else await runPrimary(config)
}

main().catch((error: unknown) => {
  // The reader can fix a wrong setting, a taken data folder or a database that is away: a sentence and no stack.
  const isPlain = error instanceof ConfigError || error instanceof StartError
  const says = isPlain ? error.message : tellDatabaseTrouble(error, databaseUrl)
  console.error(says === null ? error : `\n${says}\n`)
  // Not exitCode: a pool or a channel that the failed start left open would keep the process alive.
  process.exit(1)
})
