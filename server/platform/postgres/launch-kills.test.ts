import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { killHard, nextMessage, startOwner, startProcess } from '../../test/run/owner-process.ts'
import { makeScratchDir } from '../../test/run/scratch-dir.ts'
import { waitUntil } from '../../test/run/wait-until.ts'
import { createDb } from '../db/db.ts'
import { withClient, type Connection } from './connection.ts'
import { launchPostgres } from './launch.ts'
import { identifyHolder, loadLockFile } from './lock-file.ts'

const LAUNCH_ONLY = `
const { launchPostgres } = await platform('postgres/launch.ts')
await launchPostgres({ dataDir: process.argv[1] })`

// Reports a row only after the database has acknowledged it.
const INSERT_FOR_EVER = `
const { createDb } = await platform('db/db.ts')
const db = createDb({ connection, poolSize: 1 })
await db.pool.query('create table if not exists acknowledged (n int generated always as identity)')
for (;;) process.send((await db.pool.query('insert into acknowledged default values returning n')).rows[0].n)
`

async function launch(dataDir: string, log: string[] = []) {
  const postgres = await launchPostgres({
    dataDir,
    settings: { shared_buffers: '16MB' },
    log: (line) => log.push(line),
  })
  onTestFinished(() => postgres.stop())
  return postgres
}

async function findLost(connection: Connection, acknowledged: number[]): Promise<number[]> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ n: number }>('select n from acknowledged')
    const kept = new Set(rows.map(({ n }) => n))
    return acknowledged.filter((n) => !kept.has(n))
  })
}

async function getPostmaster(dataDir: string): Promise<number> {
  const lock = await loadLockFile(join(dataDir, 'postgres'))
  if (!lock) throw new Error('There is no postmaster.pid')
  return lock.pid
}

/** Kills during a stream of inserts, and returns which were acknowledged. */
async function killWhileInserting(dataDir: string, victims: ('owner' | 'postmaster')[]) {
  const owner = await startOwner(dataDir, { then: INSERT_FOR_EVER })
  const acknowledged: number[] = []
  owner.child.on('message', (n: number) => acknowledged.push(n))
  await waitUntil(async () => acknowledged.length >= 50, '50 acknowledged rows')
  if (victims.includes('postmaster')) process.kill(owner.postmaster, 'SIGKILL')
  await killHard(owner.child)
  return { acknowledged, postmaster: owner.postmaster }
}

test('a killed owner leaves its server running: the next owner adopts it, with every acknowledged row', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  const { acknowledged, postmaster } = await killWhileInserting(dataDir, ['owner'])
  expect(await identifyHolder(postmaster, join(dataDir, 'postgres'))).toBe('ours')

  const log: string[] = []
  const postgres = await launch(dataDir, log)
  expect(postgres.adopted).toBe(true)
  expect(log).toEqual([`Took over the database server left running (pid ${postmaster})`])
  expect(await getPostmaster(dataDir)).toBe(postmaster)
  expect(await findLost(postgres.connection, acknowledged)).toEqual([])

  await postgres.stop()
  expect(await identifyHolder(postmaster, join(dataDir, 'postgres'))).not.toBe('ours')
  expect(existsSync(postgres.connection.host)).toBe(false)
})

test('starts again with every acknowledged row after owner and server were killed together, three times', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  const acknowledged: number[] = []
  for (let round = 0; round < 3; round++) {
    acknowledged.push(...(await killWhileInserting(dataDir, ['owner', 'postmaster'])).acknowledged)
  }
  const postgres = await launch(dataDir)
  expect(postgres.adopted).toBe(false)
  expect(acknowledged.length).toBeGreaterThanOrEqual(150)
  expect(await findLost(postgres.connection, acknowledged)).toEqual([])
})

test('restarts a killed server at the same address, even while a backend of the old one is busy', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  const log: string[] = []
  const postgres = await launch(dataDir, log)
  const db = createDb({ connection: postgres.connection, poolSize: 3 })
  onTestFinished(() => db.close())
  await db.pool.query('create table acknowledged as select 1 as n')
  const client = await db.pool.connect()
  const backend = (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  // The busy backend never checks whether its postmaster lives: without help it would block the restart for a minute.
  const busy = client.query('select count(*) from generate_series(1, 1000000000)').catch((error: Error) => error)
  await waitUntil(() => isActive(db.pool, backend), 'the busy backend')
  const old = await getPostmaster(dataDir)

  process.kill(old, 'SIGKILL')
  await waitUntil(
    () =>
      db.pool
        .query('select')
        .then(
          () => getPostmaster(dataDir),
          () => 0,
        )
        .then((pid) => pid && pid !== old),
    'the new server',
  )
  expect(await busy).toBeInstanceOf(Error)
  client.release(true)
  expect(await findLost(postgres.connection, [1])).toEqual([])
  expect(existsSync(`/proc/${backend}/cwd`)).toBe(false)
  expect(log.join('\n')).toMatch(/ended by itself; starting it again\n[^]*Ended \d+ processes[^]*running again/)
})

async function isActive(pool: pg.Pool, pid: number): Promise<boolean> {
  const { rows } = await pool.query(`select from pg_stat_activity where pid = $1 and state = 'active'`, [pid])
  return rows.length === 1
}

test('a start killed while preparing the folder leaves nothing that a later start trusts', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  const findUnfinished = async () =>
    (await readdir(dataDir).catch(() => [])).find((name) => name.startsWith('postgres.init-'))
  // From the first file to the last steps.
  for (const mark of ['data/base', 'data/global/pg_control', 'data/base/5']) {
    const starter = startProcess(LAUNCH_ONLY, { args: [dataDir] })
    await waitUntil(async () => {
      const name = await findUnfinished()
      return name && existsSync(join(dataDir, name, mark))
    }, mark)
    await killHard(starter)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  }
  const postgres = await launch(dataDir)
  await withClient(postgres.connection, (client) => client.query('select 1'))
  expect(await findUnfinished()).toBeUndefined()
})

test('does not trust a lock file naming a live stranger, another server or a zombie', async () => {
  const scratch = await makeScratchDir()
  const dataDir = join(scratch, 'data')
  const lockFile = join(dataDir, 'postgres', 'postmaster.pid')
  const first = await launch(dataDir)
  const content = await readFile(lockFile, 'utf8')
  await first.stop()

  const stranger = spawn('sleep', ['60'])
  // The second sleep replaces the shell, which might have collected the first, and never collects it.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
  onTestFinished(() => void (stranger.kill() && parent.kill()))
  const zombie = Number(String((await once(parent.stdout, 'data'))[0]))
  await waitUntil(async () => (await readFile(`/proc/${parent.pid}/comm`, 'utf8')) === 'sleep\n', 'the second sleep')
  process.kill(zombie)
  await waitUntil(async () => (await identifyHolder(zombie, dataDir)) === 'zombie', 'the zombie')
  const other = await launch(join(scratch, 'other'))
  const otherServer = await getPostmaster(join(scratch, 'other'))

  for (const pid of [stranger.pid, otherServer, zombie]) {
    await writeFile(lockFile, content.replace(/^\d+/, String(pid)), { mode: 0o600 })
    const log: string[] = []
    const postgres = await launch(dataDir, log)
    expect(postgres.adopted).toBe(false)
    expect(log.join()).toContain(`pid ${pid} is ${pid === zombie ? 'zombie' : 'foreign'}`)
    await withClient(postgres.connection, (client) => client.query('select 1'))
    await postgres.stop()
  }
  expect(stranger.exitCode).toBeNull()
  await withClient(other.connection, (client) => client.query('select 1'))
})

test('Ctrl-C reaches the process group but not the server: running queries finish, then everything stops', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  const { child, postmaster } = await startOwner(dataDir, {
    then: `
const { createDb } = await platform('db/db.ts')
const db = createDb({ connection, poolSize: 2 })
const running = db.pool.query("select 'drained' as word from pg_sleep(0.5)")
process.once('SIGINT', async () => {
  const words = [await running, await db.pool.query("select 'and one more' as word")].map(({ rows }) => rows[0].word)
  await db.close()
  await postgres.stop()
  process.send(words)
  process.disconnect()
})
process.send('waiting')`,
  })
  await nextMessage(child)
  process.kill(-child.pid!, 'SIGINT')
  expect(await nextMessage(child)).toEqual(['drained', 'and one more'])
  expect(await identifyHolder(postmaster, join(dataDir, 'postgres'))).not.toBe('ours')
  expect(await loadLockFile(join(dataDir, 'postgres'))).toBeNull()
})
