import cluster from 'node:cluster'

import { ConfigError, readConfig } from './config.ts'
import { runPrimary } from './process/primary.ts'
import { serve } from './process/serve.ts'

/** The server process: one that does everything, or with WORKERS=n a primary that keeps n of them alive. */
async function main(): Promise<void> {
  const config = readConfig()
  if (cluster.isWorker) await serve(config)
  else await runPrimary(config)
}

main().catch((error: unknown) => {
  // A wrong setting or a taken data folder is the reader's to mend: a sentence, not a stack.
  const isPlain = error instanceof ConfigError || (error instanceof Error && error.name === 'StartError')
  console.error(isPlain ? `\n${(error as Error).message}\n` : error)
  process.exitCode = 1
})
