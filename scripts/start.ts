import cluster from 'node:cluster'

import { runServer } from '../server/main.ts'
import { startBuild } from './build-web.ts'
import { findUnbuilt } from './built-web.ts'
import { watchParent } from './watch-parent.ts'

/** `npm start`: starts the server in this process, and builds portal and console meanwhile if their sources changed. */
if (process.env['npm_lifecycle_event']) watchParent(endAsIfSignalled)
process.env['SANDBOX_HISTORY'] ??= 'on'
await runServer(cluster.isPrimary ? buildMissing : undefined)

/** Ends when the portal is there. The console may take longer, but without it the server ends. */
async function buildMissing(): Promise<void> {
  const { hash, unbuilt } = await findUnbuilt()
  if (unbuilt.length === 0) return
  console.log(`Building ${unbuilt.join(' and ')} …`)
  const build = startBuild(hash, unbuilt)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, build.stop)
  build.console.then(
    () => console.log(`  The console is built after ${(performance.now() / 1000).toFixed(1)} s.`),
    (error: Error) => {
      console.error(`\n${error.message}\n`)
      process.exitCode = 1
      endAsIfSignalled()
    },
  )
  await build.portal
}

/** Do not send a real signal: on Windows it would end the process at once and leave the database running. */
function endAsIfSignalled(): void {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1)
}
