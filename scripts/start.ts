import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { hashToBuild } from './built-web.ts'
import { root } from './step.ts'
import { watchParent } from './watch-parent.ts'

/** `npm start`: builds the portal if its sources changed, then starts the server in this process. */
if (process.env['npm_lifecycle_event']) watchParent(endAsIfSignalled)
if ((await hashToBuild()) !== null) await buildInChild()
process.env['SANDBOX_HISTORY'] ??= 'on'
await import('../server/main.ts')

/** The bundler takes 350 MB that a process does not release, and this process serves for weeks. */
async function buildInChild(): Promise<void> {
  const child = spawn(process.execPath, ['scripts/build-web.ts'], { cwd: root, stdio: 'inherit' })
  const stop = () => child.kill()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  const [code] = await once(child, 'exit')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  if (code !== 0) process.exit(1)
}

/** Do not send a real signal: on Windows it would end the process at once and leave the database running. */
function endAsIfSignalled(): void {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1)
}
