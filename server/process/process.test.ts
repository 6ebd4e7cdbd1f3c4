import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { getPriority } from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'

import { freePort } from '../../test/free-port.ts'
import { patient } from '../../test/patience.ts'
import { withClient } from '../platform/postgres/connection.ts'
import { release } from '../platform/release.ts'
import { createTestDatabase } from '../test/run/database.ts'
import { makeDataDir, removeDataDir, startServer } from '../test/run/server-process.ts'
import { waitUntil } from '../test/run/wait-until.ts'

const root = path.join(import.meta.dirname, '..', '..')
const dataDir = makeDataDir()
afterAll(() => removeDataDir(dataDir))

test('embedded database: allows one process per data folder; a second start says so and changes nothing', async () => {
  const server = await startServer({ dataDir })
  try {
    const second = runMain({ DATA_DIR: dataDir, PORT: String(await freePort()) })
    expect(second.status).toBe(1)
    expect(second.stderr).toMatch(/in use by process \d+.*Nothing was changed/s)
    expect(second.stderr).not.toContain('.ts:')
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  } finally {
    await server.stop()
  }
  expect(server.output()).not.toContain('yuxian-demo\n    at ')
})

test('threads that hash leave the cores to those that answer', async () => {
  const { url } = await createTestDatabase()
  const server = await startServer({ dataDir, env: { DATABASE_URL: url } })
  onTestFinished(server.stop)
  const tasks = readdirSync(`/proc/${server.pid}/task`)
  const niceOf = (name: string) =>
    tasks
      .filter((id) => readFileSync(`/proc/${server.pid}/task/${id}/comm`, 'utf8').trim() === name)
      .map((id) => getPriority(Number(id)))
  const [main = 0] = niceOf('MainThread')
  expect(niceOf('libuv-worker')).toEqual(Array.from({ length: 4 }, () => Math.min(19, main + 5)))
  const login = { userName: 'demo', passWord: 'yuxian-demo', dailiKey: 0 }
  const answer = await fetch(`${server.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
  expect(answer.status).toBe(200)
})

test('a signal during a start stops the database too', async () => {
  const env = { ...process.env, MODE: 'sandbox', DATA_DIR: dataDir, PORT: String(await freePort()) }
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: 'ignore' })
  const exited = once(child, 'exit')
  const lockFile = path.join(dataDir, 'postgres', 'postmaster.pid')
  const postmaster = await waitUntil(
    async () => existsSync(lockFile) && Number.parseInt(readFileSync(lockFile, 'utf8')),
    'a database',
  )
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(existsSync(lockFile)).toBe(false)
  expect(existsSync(`/proc/${postmaster}/cwd`)).toBe(false)
})

test('WORKERS=2: replaces a worker killed with -9, and finishes calls under way on a signal', async () => {
  const { url } = await createTestDatabase()
  const server = await startServer({ dataDir, env: { DATABASE_URL: url, WORKERS: '2' } })
  onTestFinished(server.stop)
  const before = workersOf(server.pid)
  expect(before).toHaveLength(2)
  process.kill(before[0]!, 'SIGKILL')
  await waitUntil(async () => {
    const now = workersOf(server.pid)
    return now.length === 2 && !now.includes(before[0]!)
  }, 'another worker')
  const isReady = async () => (await fetch(`${server.url}/readyz`).catch(() => null))?.status === 200
  await waitUntil(isReady, 'a ready server')
  const login = { userName: 'demo', passWord: 'yuxian-demo', dailiKey: 0 }
  const underWay = Array.from({ length: 4 }, () =>
    fetch(`${server.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(login),
    }),
  )
  // The first answer proves that all four calls have reached a worker, since they are served in order.
  await underWay[0]
  const stopped = server.stop()
  const statuses = (await Promise.all(underWay)).map((answer) => answer.status)
  await stopped
  // One hash at a time on two cores: on a busy machine the last may wait too long for its turn, and is told so.
  expect(statuses[0]).toBe(200)
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
})

test.each(['1', '2'])(
  'WORKERS=%s: once it answers, the port never refuses while the server starts',
  async (WORKERS) => {
    const { url } = await createTestDatabase()
    const port = await freePort()
    const env = {
      MODE: 'sandbox',
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      DATABASE_URL: url,
      WORKERS,
    }
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    })
    const exited = once(child, 'exit')
    onTestFinished(async () => {
      child.kill('SIGTERM')
      await exited
    })
    await waitUntil(async () => (await knock(port, '/healthz')) === '200', 'a first answer')
    const heard = new Map<string, number>()
    const served = new AbortController()
    onTestFinished(() => served.abort())
    const polling = Array.from({ length: 4 }, async () => {
      while (!served.signal.aborted) {
        const answer = await knock(port, '/healthz')
        heard.set(answer, (heard.get(answer) ?? 0) + 1)
      }
    })
    await waitUntil(async () => (await knock(port, '/readyz')) === '200', 'a ready server')
    const before = heard.get('200') ?? 0
    await waitUntil(async () => (heard.get('200') ?? 0) > before + 500, 'more answers')
    served.abort()
    await Promise.all(polling)
    expect([...heard.keys()]).toEqual(['200'])
  },
)

/** The status of one call on a connection of its own, or what came instead. */
function knock(port: number, page: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${page} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`))
    socket.once('data', (head) => {
      resolve(head.toString().slice(9, 12))
      socket.resetAndDestroy()
    })
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code))
    socket.once('close', () => resolve('cut'))
  })
}

test('handles workers that die: repeatedly at boot, and all of them while the database is away', async () => {
  const { url } = await createTestDatabase()
  const trap = path.join(dataDir, 'trap')
  const preload = path.join(dataDir, 'trap.mjs')
  writeFileSync(
    preload,
    `import cluster from 'node:cluster'
     import { existsSync } from 'node:fs'
     if (cluster.isWorker && existsSync(${JSON.stringify(trap)})) process.exit(1)`,
  )
  const NODE_OPTIONS = `--import=${preload}`
  const server = await startServer({ dataDir, env: { DATABASE_URL: url, WORKERS: '2', NODE_OPTIONS } })
  onTestFinished(server.stop)
  const statusOf = async (page: string) => {
    const answer = await fetch(`${server.url}${page}`, { signal: AbortSignal.timeout(patient(5_000)) }).catch(
      () => null,
    )
    return answer?.status
  }

  writeFileSync(trap, '')
  process.kill(workersOf(server.pid)[0]!, 'SIGKILL')
  const pauses = () => [...server.output().matchAll(/the next one starts (now|in \d+ s)/g)].map(([, when]) => when)
  await waitUntil(async () => pauses().includes('in 4 s'), 'longer pauses', 60_000)
  // Whether the first worker had served long enough depends on the machine.
  const later = pauses().filter((when) => when !== 'now')
  expect(later.slice(0, 3)).toEqual(['in 1 s', 'in 2 s', 'in 4 s'])
  expect(await statusOf('/healthz')).toBe(200)
  rmSync(trap)
  await waitUntil(async () => workersOf(server.pid).length === 2, 'a worker that stays', 60_000)

  await allowConnections(url, false)
  onTestFinished(() => allowConnections(url, true))
  for (const worker of workersOf(server.pid)) process.kill(worker, 'SIGKILL')
  await waitUntil(async () => (await statusOf('/healthz')) === 200, 'a process that lives', 60_000)
  expect(await statusOf('/readyz')).toBe(503)
  await waitUntil(async () => server.output().includes('the job runner cannot start yet'), 'a try in vain', 60_000)
  await allowConnections(url, true)
  await waitUntil(async () => (await statusOf('/readyz')) === 200, 'a ready server', 60_000)
})

test('a start before its database answers only /healthz, and serves once the database is there', async () => {
  const { url } = await createTestDatabase()
  const [port, databasePort] = [await freePort(), await freePort()]
  const there = new URL(url)
  const DATABASE_URL = `postgres://${there.username}:${there.password}@127.0.0.1:${databasePort}${there.pathname}`
  const env = { MODE: 'sandbox', DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', DATABASE_URL }
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: root, env: { ...process.env, ...env } })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exited
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ask = async (page: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${page}`).catch(() => null)
    return answer && { status: answer.status, text: await answer.text() }
  }
  await waitUntil(async () => output.includes('Waiting for it.'), 'a word about the database', 60_000)
  expect(output).toContain(`The database at 127.0.0.1:${databasePort} does not answer (ECONNREFUSED)`)
  expect(output).not.toContain('    at ')
  expect(await ask('/healthz')).toEqual({ status: 200, text: `ok ${release}` })
  expect(await ask('/readyz')).toEqual({ status: 503, text: 'database unavailable' })
  expect(await ask('/api/user/info')).toBeNull()
  const socket = path.join(there.searchParams.get('host')!, `.s.PGSQL.${there.port || 5432}`)
  const relay = createServer((client) => {
    const onward = connect(socket)
    for (const end of [client, onward]) end.on('error', () => end.destroy())
    client.pipe(onward).pipe(client)
  }).listen(databasePort, '127.0.0.1')
  onTestFinished(() => void relay.close())
  await waitUntil(async () => (await ask('/readyz'))?.status === 200, 'a ready server', 120_000)
})

/** Refuses connections and ends the present ones, as if the server were away. */
async function allowConnections(url: string, isAllowed: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await withClient(inject('testCluster').superuser, async (client) => {
    await client.query(`alter database ${name} allow_connections ${isAllowed}`)
    if (isAllowed) return
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  })
}

test('a start that is refused writes nothing, and the next one keeps its key', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const folder = path.join(dataDir, 'refused')
  const { status, stderr } = runMain({ DATA_DIR: folder, PORT: String(port) })
  expect(stderr).toContain(`Port ${port} is taken.`)
  expect(status).toBe(1)
  expect(existsSync(folder)).toBe(false)

  const { url } = await createTestDatabase()
  const start = () => startServer({ dataDir: folder, env: { DATABASE_URL: url } })
  await (await start()).stop()
  const key = readFileSync(path.join(folder, 'secret.key'), 'utf8')
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  await (await start()).stop()
  expect(readFileSync(path.join(folder, 'secret.key'), 'utf8')).toBe(key)
})

test('lists wrong settings together', () => {
  const { status, stderr } = runMain({
    DATA_DIR: dataDir,
    PORT: 'http',
    WORKERS: '0',
    MODE: 'prod',
    BUSINESS_TZ: 'Mars/Base',
  })
  expect(status).toBe(1)
  for (const name of ['PORT', 'WORKERS', 'MODE', 'BUSINESS_TZ']) expect(stderr).toContain(`- ${name}`)
})

test('production refuses to start without its secret and address', () => {
  const bare = runMain({ DATA_DIR: dataDir, MODE: 'production' })
  expect(bare.status).toBe(1)
  expect(bare.stderr).toMatch(/SECRET_KEY is required.*PUBLIC_URL is required/s)
})

function runMain(env: Record<string, string>): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, MODE: 'sandbox', ...env },
    encoding: 'utf8',
    timeout: patient(120_000),
  })
}

function workersOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === ''
    ? []
    : children
        .split(' ')
        .map(Number)
        .filter((child) => commandOf(child).includes('main.ts'))
}

/** Empty when the process has ended meanwhile. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
