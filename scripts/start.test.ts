import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { makeDataDir, removeDataDir } from '../server/test/run/server-process.ts'
import { waitUntil } from '../server/test/run/wait-until.ts'
import { freePort } from '../test/free-port.ts'
import { root } from './step.ts'

/** Acts like npm, with a shell between it and the server. */
const AS_NPM = `
  const { spawn } = require('node:child_process')
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  spawn('sh', ['-c', process.execPath + ' scripts/start.ts; true'], { env, stdio: 'inherit' })
`

test('when npm is killed, server and database end too, and the server never loaded the bundler', async () => {
  const dataDir = makeDataDir()
  const env = {
    ...process.env,
    MODE: 'sandbox',
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
  }
  const npm = spawn(process.execPath, ['-e', AS_NPM], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const pids = { server: 0, database: 0 }
  onTestFinished(async () => {
    npm.kill('SIGKILL')
    if (existsSync(`/proc/${pids.server}/cwd`)) process.kill(pids.server, 'SIGTERM')
    await waitUntil(async () => !existsSync(`/proc/${pids.server}/cwd`), 'the server to end')
    removeDataDir(dataDir)
  })
  let output = ''
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  // All processes share the pipe: it closes when the last one is gone.
  const allEnded = once(npm.stdout, 'close')
  await waitUntil(async () => output.includes('Ctrl-C stops it'), 'a server', 200_000)
  pids.server = Number(JSON.parse(readFileSync(path.join(dataDir, 'owner.json'), 'utf8')).pid)
  pids.database = Number.parseInt(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'))
  const libraries = readFileSync(`/proc/${pids.server}/maps`, 'utf8').matchAll(/\S+\.node$/gm)
  expect([...libraries].filter(([file]) => /rolldown|lightningcss/.test(file))).toEqual([])
  npm.kill('SIGKILL')
  await allEnded
  await waitUntil(async () => !existsSync(`/proc/${pids.database}/cwd`), 'the database to end')
  expect(existsSync(`/proc/${pids.server}/cwd`)).toBe(false)
})
