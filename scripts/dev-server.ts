import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import path from 'node:path'

import { root } from './step.ts'

/** Paths that Vite passes on to the server. All others are pages or parts of pages. */
export const passedOn = [
  '/api',
  '/sub',
  '/s/',
  '/files',
  '/agent',
  '/hosted',
  '/cashier',
  '/manifest.webmanifest',
  '/healthz',
  '/readyz',
  '/metrics',
]

/** Folders that the server process loads; it also runs the sandbox's cashier. */
export const watchedFolders = ['server', 'contract', 'cashier']
const LOADED = /\.(?:ts|sql|txt)$/
const NOT_LOADED = [/\.test\.ts$/, /^server\/test\//, /^server\/migrations\/schema\.sql$/]

/** A restart also restarts the database, so restart only for files that the server loads. */
export function restartsServer(file: string): boolean {
  const name = file.replaceAll('\\', '/')
  return LOADED.test(name) && !NOT_LOADED.some((pattern) => pattern.test(name))
}

/** Links back to the site, for example after a payment, must lead to Vite: the server itself has no pages here. */
export function devEnv(env: NodeJS.ProcessEnv, vitePort: number): NodeJS.ProcessEnv {
  return { ...env, PUBLIC_URL: env['PUBLIC_URL'] || `http://127.0.0.1:${vitePort}` }
}

/** `stop` does not wait: on a signal, Vite ends the process as soon as it has finished itself. */
type DevServer = { stop(signal: NodeJS.Signals): void }
/** Saving many files causes only one restart. */
const QUIET_MS = 200

/** Runs the server process and restarts it after each change. If it ended by itself, it waits for the next change. */
export function runServer(vitePort: number): DevServer {
  const env = devEnv(process.env, vitePort)
  const start = () => spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: 'inherit' })
  const run = { child: start(), isStopping: false, timer: undefined as NodeJS.Timeout | undefined }
  const restart = async () => {
    const { child } = run
    const isOver = child.exitCode !== null || child.signalCode !== null
    const exited = isOver ? null : once(child, 'exit')
    child.kill()
    await exited
    // Another change may have restarted the server already while this one waited.
    if (!run.isStopping && run.child === child) run.child = start()
  }
  const watchers = watchedFolders.map((folder) =>
    watch(path.join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null || !restartsServer(`${folder}/${file}`)) return
      clearTimeout(run.timer)
      run.timer = setTimeout(() => void restart(), QUIET_MS)
    }),
  )
  return {
    stop(signal) {
      run.isStopping = true
      clearTimeout(run.timer)
      for (const watcher of watchers) watcher.close()
      run.child.kill(signal)
    },
  }
}
