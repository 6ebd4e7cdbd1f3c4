import { readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { createTestDatabase } from '../../test/run/database.ts'
import { atFileEnd } from '../../test/run/endings.ts'
import { waitUntil } from '../../test/run/wait-until.ts'
import { isDatabaseAway } from './database-away.ts'
import { createDb, inTransaction, named, type Db } from './db.ts'
import { listen, stopListening } from './listen.ts'
import { makePatience, withPatience } from './patience.ts'

const { url } = await createTestDatabase()
const control = createDb({ url, poolSize: 1 })
atFileEnd(() => control.close())
await control.pool.query('create table notes (body text)')

function open(poolSize = 4, to = url): Db {
  const db = createDb({ url: to, poolSize })
  onTestFinished(async () => {
    await stopListening(db)
    await db.close()
  })
  return db
}

const backendOf = async (db: Db) => (await named<{ pid: number }>(db, 'pid', 'select pg_backend_pid() as pid'))[0]!.pid
const write = (db: Db, body: string) => named(db, 'notes.write', 'insert into notes values ($1)', [body])

/** Makes these connections read-only; new connections can write. */
async function demote(db: Db, count: number): Promise<number[]> {
  const clients = await Promise.all(Array.from({ length: count }, () => db.pool.connect()))
  const pids: number[] = []
  for (const client of clients) {
    await client.query('set default_transaction_read_only = on')
    pids.push((await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid)
  }
  for (const client of clients) client.release()
  return pids
}

async function areGone(pids: readonly number[]): Promise<boolean> {
  return (await control.pool.query('select from pg_stat_activity where pid = any($1)', [pids])).rowCount === 0
}

test('after one refused write to a demoted server, no connection leads there any more', async () => {
  const db = open()
  const pids = await demote(db, 4)
  await expect(write(db, 'refused')).rejects.toMatchObject({ code: '25006' })
  await waitUntil(() => areGone(pids), 'the end of all connections')
  for (let count = 0; count < 4; count += 1) await write(db, 'taken')
  await inTransaction(db, (tx) => named(tx, 'notes.write', 'insert into notes values ($1)', ['taken, too']))
})

test('closes a connection that was on loan meanwhile when it comes back', async () => {
  const db = open()
  await demote(db, 2)
  const reader = await inTransaction(db, async (tx) => {
    const [row] = await tx.query<{ pid: number }>({ name: 'pid', text: 'select pg_backend_pid() as pid' })
    await expect(write(db, 'refused')).rejects.toMatchObject({ code: '25006' })
    // The read still finishes.
    await tx.query({ name: 'notes.count', text: 'select count(*) from notes' })
    return row!.pid
  })
  await waitUntil(() => areGone([reader]), 'the end of the connection')
})

test('closes a connection that came back unnoticed before anything is written to it', async () => {
  const db = open()
  await demote(db, 2)
  // Borrow it directly from the pool, as the job runner does.
  const loan = await db.pool.connect()
  await expect(write(db, 'refused')).rejects.toMatchObject({ code: '25006' })
  loan.release()
  for (let count = 0; count < 4; count += 1) await write(db, 'taken')
})

test('a write refused for another reason closes nothing', async () => {
  const db = open(1)
  const backend = await backendOf(db)
  await expect(named(db, 'none', 'insert into no_such_table values (1)')).rejects.toMatchObject({ code: '42P01' })
  expect(await backendOf(db)).toBe(backend)
})

test('a listener hears what the new primary is told', async () => {
  const db = open()
  const heard: string[] = []
  let connected = 0
  listen(
    db,
    'changes',
    (payload) => heard.push(payload),
    () => (connected += 1),
  )
  await waitUntil(async () => connected === 1, 'the first connection')
  await demote(db, 2)
  await expect(write(db, 'refused')).rejects.toMatchObject({ code: '25006' })
  await waitUntil(async () => connected === 2, 'another connection')
  await control.pool.query(`select pg_notify('changes', 'news')`)
  await waitUntil(async () => heard.includes('news'), 'the news')
})

test('pgbouncer’s messages about a lost server are not our fault, a wrong message of ours is', () => {
  const error = (message: string) => Object.assign(new Error(message), { code: '08P01' })
  const lost = ['server conn crashed?', 'query_wait_timeout', 'server login has been failing (server_login_retry)']
  expect(lost.map((message) => isDatabaseAway(error(message)))).toEqual([true, true, true])
  expect(isDatabaseAway(error('invalid message format'))).toBe(false)
})

test('reopens a session ended by its server', async () => {
  const db = open(1)
  const backend = await backendOf(db)
  const sleep = named(db, 'sleeps', 'select pg_sleep(60)')
  const ended = expect(sleep).rejects.toMatchObject({ code: '57P01' })
  await waitUntil(async () => {
    const text = `select from pg_stat_activity where pid = $1 and state = 'active' and query like '%pg_sleep(60)%'`
    return (await control.pool.query(text, [backend])).rowCount === 1
  }, 'the statement')
  await control.pool.query('select pg_terminate_backend($1)', [backend])
  await ended
  expect(await backendOf(db)).not.toBe(backend)
})

/** A proxy between the driver and the server that sometimes has no server to pass connections to. */
async function startProxy() {
  const target = new URL(url)
  const socket = path.join(target.searchParams.get('host') ?? '', `.s.PGSQL.${target.port || '5432'}`)
  const state = { isOpen: true, refused: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    if (!state.isOpen) {
      state.refused += 1
      return void client.destroy()
    }
    const onward = connect(socket)
    for (const end of [client, onward]) {
      sockets.add(end)
      end.on('error', () => {}).on('close', () => sockets.delete(end))
    }
    return void client.pipe(onward).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const each of sockets) each.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const through = new URL(target.href)
  through.searchParams.delete('host')
  through.host = `127.0.0.1:${port}`
  return {
    state,
    url: through.href,
    cut: () => sockets.forEach((each) => each.destroy()),
  }
}

test('between two primaries callers wait as long as their patience, and the next primary serves them', async () => {
  const proxy = await startProxy()
  const db = open(4, proxy.url)
  await backendOf(db)
  proxy.state.isOpen = false
  proxy.cut()
  await waitUntil(async () => db.pool.totalCount === 0, 'the end of the connections')
  const waiting = Promise.all(
    Array.from({ length: 20 }, () => withPatience(makePatience({ silentMs: 30_000 }), () => backendOf(db))),
  )
  await waitUntil(async () => proxy.state.refused > 20, 'somebody to knock')
  proxy.state.isOpen = true
  expect(await waiting).toHaveLength(20)
  proxy.state.isOpen = false
  proxy.cut()
  await waitUntil(async () => db.pool.totalCount === 0, 'the end of the connections')
  // Without patience, like jobs: they are tried again anyway.
  await expect(backendOf(db)).rejects.toThrow('Connection terminated')
  const short = withPatience(makePatience({ silentMs: 300 }), () => backendOf(db))
  await expect(short).rejects.toThrow(/Connection terminated|timeout exceeded/)
})

test.runIf(process.platform === 'linux')('probes an idle connection after ten seconds', async () => {
  const proxy = await startProxy()
  const db = open(1, proxy.url)
  const client = await db.pool.connect()
  const { connection } = client as unknown as { connection: { stream: Socket } }
  const port = connection.stream.localPort!.toString(16).toUpperCase().padStart(4, '0')
  const row = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local]) => local?.endsWith(`:${port}`))
  client.release()
  // Which timer runs, and its remaining hundredths of a second.
  const [timer, left] = row![5]!.split(':')
  expect(timer).toBe('02')
  expect(Number.parseInt(left!, 16)).toBeLessThanOrEqual(1_000)
})
