import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import path from 'node:path'

import { StartError } from '../server/platform/start-error.ts'
import { findUnbuilt, type FrontEnd } from './built-web.ts'

/** Each ends when that front end can be served. After `stop` neither does. */
export type WebBuild = Record<FrontEnd, Promise<void>> & { stop(): void }

/**
 * Builds side by side, each front end in a process of its own: a bundler takes one core and 350 MB, which it does not release.
 * The portal has the cores first, because users wait for it.
 */
export function startBuild(hash: string, unbuilt: readonly FrontEnd[]): WebBuild {
  const builders = new Set<ChildProcess>()
  let isStopped = false
  const build = (one: FrontEnd) => {
    if (!unbuilt.includes(one)) return Promise.resolve()
    const builder = spawn(process.execPath, [path.join(import.meta.dirname, `build-${one}.ts`), hash], {
      // Under a test runner it is "test", and the build would contain React's development code.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: 'inherit',
    })
    builders.add(builder)
    if (one === 'console') setPriority(builder.pid!, constants.priority.PRIORITY_BELOW_NORMAL)
    return new Promise<void>((resolve, reject) => {
      builder.once('exit', (code) => {
        builders.delete(builder)
        if (code === 0) resolve()
        else if (!isStopped) reject(new StartError(`The ${one} could not be built. The reason stands above.`))
      })
    })
  }
  const stop = () => {
    isStopped = true
    for (const builder of builders) builder.kill()
  }
  process.once('exit', stop)
  return { portal: build('portal'), console: build('console'), stop }
}

export type BuildOptions = { force?: boolean; log: (line: string) => void }

/** Builds portal and console if their sources changed since the last build. Returns whether it did. */
export async function buildWeb({ force = false, log }: BuildOptions): Promise<boolean> {
  const { hash, unbuilt } = await findUnbuilt(force)
  if (unbuilt.length === 0) return false
  const startedAtMs = performance.now()
  log(`Building ${unbuilt.join(' and ')} …`)
  const build = startBuild(hash, unbuilt)
  await Promise.all([build.portal, build.console]).finally(build.stop)
  log(`Built in ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`)
  return true
}

if (import.meta.main) {
  try {
    const built = await buildWeb({ force: process.argv.includes('--force'), log: console.log })
    if (!built) console.log('Portal and console are up to date.')
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
