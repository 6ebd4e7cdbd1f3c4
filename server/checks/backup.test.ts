import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { readConfig } from '../config.ts'
import { checkBooks } from '../domains/books/check-books.ts'
import { getFeedUrl } from '../domains/feeds/load-link.ts'
import { watchPlatform } from '../domains/monitor/watch/watch-platform.ts'
import { countTraffic } from '../domains/traffic/count-traffic.ts'
import { jobs } from '../jobs.ts'
import { blockType, MAGIC } from '../platform/backup/head.ts'
import { clock } from '../platform/clock.ts'
import { createDb, type Db } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { addJob } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log.ts'
import { settleSecretMark } from '../platform/secrets/secret-mark.ts'
import { sealedColumns } from '../sealed-columns.ts'
import { buildTicket, buildTicketPicture } from '../test/build/build-ticket.ts'
import { buildAccount, PASSWORD } from '../test/build/factories.ts'
import { openLineDesk, type LineUser } from '../test/build/line-desk.ts'
import { buildPackage } from '../test/build/money-factories.ts'
import { makePayDesk } from '../test/build/pay-desk.ts'
import { openShop } from '../test/build/shop.ts'
import { findRules } from '../test/look/find-rules.ts'
import { createTestDatabase } from '../test/run/database.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCashierApp } from '../test/run/make-cashier-app.ts'
import { CLI_MAIN, makeCliHere } from '../test/run/run-cli.ts'
import { makeThrowawayDir } from '../test/run/throwaway-dir.ts'
import { waitUntil } from '../test/run/wait-until.ts'

const made = await makeCashierApp()
const { db, config } = made
const desk = openLineDesk(made)
const shop = openShop(made)
const pay = makePayDesk(made)
const folder = await makeThrowawayDir()
afterAll(() => folder.remove())

const SECRET_KEY = config.secretKey.toString()
const PASSPHRASE = 'a passphrase of some length'
const dir = path.join(folder.path, 'backups')
const settings = { SECRET_KEY, PUBLIC_URL: config.publicUrl, DATA_DIR: folder.path, BACKUP_DIR: dir }
const cli = makeCliHere({ ...settings, DATABASE_URL: config.databaseUrl! })
const inFolder = (name: string) => path.join(folder.path, name)
const passphraseFile = inFolder('passphrase')
const sealedBy = `--passphrase-file ${passphraseFile}`

/** The same commands on another database. */
async function onDatabase<T>(url: string, work: () => Promise<T>): Promise<T> {
  process.env['DATABASE_URL'] = url
  return work().finally(() => (process.env['DATABASE_URL'] = config.databaseUrl!))
}
const restore = (url: string, file: string, more = '') =>
  onDatabase(url, () => cli(`backup restore --file ${file} ${more}`.trim()))

/** Text that is awkward to write: line ends, tabs, backslashes, quotes, COPY's end marker. */
const AWKWARD = 'a\nb\r\tc\\d\\.\n\\N "e" \'f\' 鱼线 🐟'
let user: LineUser & { account: { userName?: string } }
let feed: string
let picture: { ticketId: number; pictureId: string }

beforeAll(async () => {
  await mkdir(dir, { recursive: true })
  await writeFile(passphraseFile, `${PASSPHRASE}\n`)
  await settleSecretMark(db, config, sealedColumns, clock.now())
  user = await desk.buildUser()
  expect((await desk.install(user, await desk.buildNode())).status).toBe(200)
  await desk.confirm(user)
  const ticketId = await buildTicket(db, { ...user.account, userName: AWKWARD })
  picture = { ticketId: Number(ticketId), pictureId: await buildTicketPicture(db, user.account, ticketId) }
  await db.kysely.updateTable('resellers').set({ title: AWKWARD }).execute()
  await addJob(db, 'lines.settle', { resellerId: 0, accountId: 1 }, { key: 'once', maxAttempts: 3 })
  await db.pool.query(`update graphile_worker._private_jobs set attempts = 3, last_error = $1, locked_at = null`, [
    AWKWARD,
  ])
  await addJob(db, 'traffic.begin_waiting', {}, { runAt: new Date('2030-01-01T00:00:00Z') })
  feed = new URL(await getFeedUrl({ db, config }, { resellerId: 0, accountId: user.account.id })).pathname
})

/** Buys, pays online and uses traffic repeatedly until told to stop. */
function startLoad(): { stop(): Promise<number> } {
  const over = new AbortController()
  let done = 0
  const again = async (work: () => Promise<unknown>) => {
    while (!over.signal.aborted) {
      await work()
      done += 1
    }
  }
  const buying = again(async () => shop.purchase(await shop.buildBuyer({ fen: 5000 }), await buildPackage(db)))
  const paying = again(async () => {
    const payer = await pay.buildPayer()
    const { data } = await pay.topUp(payer, 1500)
    await pay.payQuietly(data.out_trade_no)
    expect((await pay.check(payer, data.out_trade_no)).status).toBe(200)
  })
  const using = again(async () => {
    const [line] = await db.kysely.selectFrom('lines').select(['number', 'nodeId']).execute()
    const items = [{ number: line!.number, up: 10, down: 20 }]
    const batch = {
      nodeId: line!.nodeId,
      batchId: randomUUID(),
      boot: 'boot',
      seq: 1,
      seconds: 60,
      repeatSeconds: null,
      items,
    }
    await countTraffic(pay.jobCtx(), batch)
  })
  return {
    async stop() {
      over.abort()
      await Promise.all([buying, paying, using])
      return done
    },
  }
}

/** All rows that a backup holds, as one checksum per table. */
async function sumRows(of: Db): Promise<Record<string, string>> {
  const { rows: tables } = await of.pool.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relpersistence = 'p' and relname not in ('schema_migrations', 'audit_log', 'backup_runs')`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await of.pool.query<{ all: string | null }>(
      `select string_agg(t::text, E'\\n' order by t::text) as all from "${name}" t`,
    )
    sums[name] = createHash('md5')
      .update(rows[0]!.all ?? '')
      .digest('hex')
  }
  return sums
}

test('a backup made while users buy, pay and use traffic holds one moment: restored elsewhere, the books are clean', async () => {
  const load = startLoad()
  await waitUntil(async () => (await checkBooks(db)).transactions > 10, 'some sales')
  const file = inFolder('busy.yxb')
  const run = await cli(`backup create --file ${file} --json`)
  const during = (await checkBooks(db)).transactions
  expect(await load.stop()).toBeGreaterThan(5)
  expect(run.exitCode, run.err).toBe(0)
  expect((await checkBooks(db)).transactions).toBeGreaterThanOrEqual(during)
  const { url } = await createTestDatabase({ isEmpty: true })
  const restored = await restore(url, file)
  expect([restored.exitCode, restored.out], restored.err).toEqual([
    0,
    expect.stringMatching(/all counts equal[^]*books are clean/),
  ])
  expect((await cli(`backup create --file ${file}`)).err).toContain('is there already')
})

describe('a sealed backup', () => {
  const file = inFolder('sealed.yxb')

  test('restores every row, rule and number; users sign in, lines work, jobs wait', async () => {
    const run = await cli(`backup create --file ${file} ${sealedBy}`)
    expect([run.exitCode, run.out], run.err).toEqual([0, expect.stringContaining('Sealed')])
    expect(run.out).toContain('SECRET_KEY')
    const bytes = await readFile(file)
    expect(bytes.includes(SECRET_KEY)).toBe(false)
    expect(bytes.includes('accounts')).toBe(false)
    const { url } = await createTestDatabase({ isEmpty: true })
    const restored = await restore(url, file, sealedBy)
    expect(restored.exitCode, restored.err).toBe(0)

    const there = await makeApp({ DATABASE_URL: url, SECRET_KEY, PUBLIC_URL: config.publicUrl })
    expect(await sumRows(there.db)).toEqual(await sumRows(db))
    expect(await findRules(there.db)).toEqual(await findRules(db))
    await expect(there.db.pool.query('delete from ledger_postings')).rejects.toThrow()

    const { userName } = await db.kysely
      .selectFrom('accounts')
      .select('userName')
      .where('id', '=', user.account.id)
      .executeTakeFirstOrThrow()
    const login = await there.call(api.sessions.login, { userName, passWord: PASSWORD, dailiKey: 0 } as never)
    expect(login.status, login.text).toBe(200)
    const shown = await there.call(api.tickets.picture, picture, { token: login.data.token })
    expect([shown.status, Buffer.from(shown.data.bytes, 'base64').length], shown.text).toEqual([200, 20])
    const [here, copy] = [await made.inject(feed), await there.inject(feed)]
    expect([copy.statusCode, copy.body]).toEqual([200, here.body])
    const { rows: waiting } = await there.db.pool.query(
      `select identifier, attempts, max_attempts, key, last_error, run_at from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where identifier in ('traffic.begin_waiting', 'lines.settle') and (key = 'once' or key is null) order by 1`,
    )
    expect(waiting).toMatchObject([
      { identifier: 'lines.settle', attempts: 3, max_attempts: 3, key: 'once', last_error: AWKWARD },
      { identifier: 'traffic.begin_waiting', attempts: 0, run_at: new Date('2030-01-01T00:00:00Z') },
    ])
    const last = await db.kysely
      .selectFrom('accounts')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    expect((await buildAccount(there.db)).id).toBeGreaterThan(last.id)
  })

  test('opens only with its passphrase, also for a command', async () => {
    const wrong = inFolder('wrong')
    await writeFile(wrong, 'a passphrase of another length')
    const verify = (more: string) => cli(`backup verify --file ${file} ${more}`.trim())
    expect(await verify(sealedBy)).toMatchObject({ exitCode: 0, out: expect.stringContaining('Whole') })
    expect((await verify(`--passphrase-file ${wrong}`)).err).toContain('The passphrase is wrong')
    expect((await verify('')).err).toContain('give its passphrase')
    await writeFile(wrong, 'short')
    expect((await cli(`backup create --file ${inFolder('x')} --passphrase-file ${wrong}`)).err).toContain('at least 12')
  })

  test('does not open with swapped or missing blocks', async () => {
    const bytes = await readFile(file)
    const spans = findBlocks(bytes)
    const block = (at: number) => bytes.subarray(...spans[at]!)
    const head = bytes.subarray(0, spans[0]![0])
    const all = spans.map((_span, at) => at)
    const assemble = async (order: number[]) => {
      const altered = inFolder('altered.yxb')
      await writeFile(altered, Buffer.concat([head, ...order.map(block)]))
      return (await cli(`backup verify --file ${altered} ${sealedBy}`)).err
    }
    expect(await assemble(all)).toBe('')
    expect(await assemble([0, 1, 3, 2, ...all.slice(4)])).toContain('does not open')
    expect(await assemble([...all.slice(0, 4), ...all.slice(5)])).toContain('does not open')
    expect(await assemble([...all, all.at(-1)!])).toContain('something follows its end')
    expect(await assemble(all.slice(0, -1))).toContain('it ends too early')
  })
})

function findBlocks(bytes: Buffer): [number, number][] {
  const spans: [number, number][] = []
  for (let at = bytes.indexOf(10, MAGIC.length) + 1; at < bytes.length;) {
    const end = at + 4 + bytes.readUInt32BE(at)
    spans.push([at, end])
    at = end
  }
  return spans
}

test('refuses a backup that is cut, changed, of a newer release, with another key or for a used database, before writing anything', async () => {
  const file = inFolder('plain.yxb')
  expect((await cli(`backup create --file ${file}`)).out).toContain('Not sealed')
  const bytes = await readFile(file)
  const { url } = await createTestDatabase({ isEmpty: true })
  const empty = createDb({ url, poolSize: 1 })
  const tried = async (altered: Buffer) => {
    const place = inFolder('tried.yxb')
    await writeFile(place, altered)
    const { exitCode, err } = await restore(url, place)
    const { rows } = await empty.pool.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`)
    expect([exitCode, rows]).toEqual([1, []])
    return err
  }
  const cuts = [0, 5, 60, 400, Math.floor(bytes.length / 2), bytes.length - 40, bytes.length - 1]
  for (const length of cuts)
    expect(await tried(bytes.subarray(0, length)), `${length}`).toMatch(/damaged|no backup of ours/)
  const [first] = findBlocks(bytes)
  for (const at of [
    MAGIC.length + 20,
    first![1] + 30,
    Math.floor(bytes.length / 2),
    Math.floor(bytes.length * 0.9),
    bytes.length - 20,
  ]) {
    const altered = Buffer.from(bytes)
    altered[at]! ^= 1
    expect(await tried(altered), `${at}`).toMatch(/damaged/)
  }
  expect(await tried(Buffer.concat([bytes, Buffer.of(0)]))).toContain('something follows its end')
  expect(await tried(Buffer.from(bytes.toString('latin1').replace('"format":1', '"format":2'), 'latin1'))).toContain(
    'newer',
  )
  expect(
    await tried(
      withContents(bytes, (text) =>
        text.replace('"migrations":[', '"migrations":[{"version":9999,"name":"9999-later.sql","checksum":"x"},'),
      ),
    ),
  ).toContain('9999-later.sql, which this release lacks')
  process.env['SECRET_KEY'] = 'quite another key than the one of before'
  expect(await tried(bytes)).toContain('SECRET_KEY is not the one of this backup')
  process.env['SECRET_KEY'] = SECRET_KEY
  await empty.close()
  expect((await restore(config.databaseUrl!, file)).err).toContain('is not empty')
  // As an interrupted restore leaves it: migrated, but empty.
  const begun = createDb({ url, poolSize: 2 })
  await migrate(begun).finally(() => begun.close())
  const last = await restore(url, file)
  expect(last.exitCode, last.err).toBe(0)
})

test('backs up a database that this release has yet to migrate; restored, it is of this release', async () => {
  const [old, empty] = [await createTestDatabase({ isEmpty: true }), await createTestDatabase({ isEmpty: true })]
  const db = createDb({ url: old.url, poolSize: 2 })
  await migrate(db, { upTo: 17 }).finally(() => db.close())
  const file = inFolder('older.yxb')
  const run = await onDatabase(old.url, () => cli(`backup create --file ${file} --json`))
  expect([run.exitCode, run.json.data], run.err).toEqual([0, expect.objectContaining({ schemaVersion: 17 })])
  const restored = await restore(empty.url, file)
  expect([restored.exitCode, restored.out], restored.err).toEqual([0, expect.stringContaining('from schema 17')])
})

/** With changed contents and a right checksum over everything, as another release would write it. */
function withContents(bytes: Buffer, change: (text: string) => string): Buffer {
  const spans = findBlocks(bytes)
  const [from, to] = spans[0]!
  const text = Buffer.from(change(bytes.subarray(from + 5, to).toString()))
  const block = (type: number, payload: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(payload.length + 1)
    return Buffer.concat([length, Buffer.of(type), payload])
  }
  const before = Buffer.concat([
    bytes.subarray(0, from),
    block(blockType.contents, text),
    bytes.subarray(to, spans.at(-1)![0]),
  ])
  const end = { blocks: spans.length - 1, sha256: createHash('sha256').update(before).digest('hex') }
  return Buffer.concat([before, block(blockType.end, Buffer.from(JSON.stringify(end)))])
}

test('backs up at night into the folder, reads it back, tells doctor and metrics; after 26 hours without one there is an alert', async () => {
  const own = path.join(folder.path, 'nightly')
  const config = readConfig({ ...settings, MODE: 'sandbox', DATABASE_URL: made.config.databaseUrl!, BACKUP_DIR: own })
  const night = { db, config, log: createLog('silent'), isLastAttempt: false }
  const watch = () => watchPlatform({ db, config, now: clock.now() })
  const open = () =>
    db.kysely
      .selectFrom('alerts')
      .select(['kind', 'detail'])
      .where('resolvedAt', 'is', null)
      .where('kind', '=', 'backup.old')
      .execute()
  await jobs['backups.nightly']({ ...night, now: clock.now() }, {})
  clock.shift(25 * 3_600_000)
  await watch()
  expect(await open()).toEqual([])
  expect((await cli('doctor')).out).toMatch(/ok +backup +the last good one is 25 h old/)
  clock.shift(3_600_000)
  await watch()
  expect(await open()).toEqual([{ kind: 'backup.old', detail: { hours: 26 } }])
  expect((await cli('doctor')).out).toMatch(/problem +backup +the last good one is 26 h old/)
  const madeAt = clock.now()
  await jobs['backups.nightly']({ ...night, now: madeAt }, {})
  await watch()
  clock.shift(11_000)
  await watch()
  expect(await open()).toEqual([])
  expect((await made.inject('/metrics')).body).toContain(`yuxian_backup_timestamp_seconds ${madeAt.getTime() / 1000}\n`)
  expect((await readdir(own)).length).toBe(2)

  await writeFile(path.join(folder.path, 'file'), '')
  const shut = { ...config, backup: { ...config.backup, dir: path.join(folder.path, 'file') } }
  await expect(jobs['backups.nightly']({ ...night, config: shut, now: clock.now() }, {})).rejects.toThrow('EEXIST')
  const off = { ...shut, backup: { ...shut.backup, isNightly: false } }
  await jobs['backups.nightly']({ ...night, config: off, now: clock.now() }, {})
  const runs = await db.kysely
    .selectFrom('backupRuns')
    .select(['isNightly', 'trouble'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(runs).toEqual([
    { isNightly: true, trouble: expect.stringContaining('EEXIST') },
    { isNightly: true, trouble: null },
  ])
  clock.reset()
})

test('a backup killed in the middle leaves nothing under the final name, and the next one cleans up', async () => {
  const env = {
    PATH: process.env['PATH'],
    ...settings,
    DATABASE_URL: config.databaseUrl!,
    BACKUP_PASSPHRASE: PASSPHRASE,
  }
  const child = spawn(process.execPath, [CLI_MAIN, 'backup', 'create'], { env })
  const left = async () => (await readdir(dir)).filter((name) => name.endsWith('.part'))
  await waitUntil(async () => (await left()).length > 0, 'the file to be begun')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect([(await left()).length, await readdir(dir)]).toEqual([1, await left()])
  // The killed backup's lock ends with its connection; the server takes a while to notice.
  const made = await waitUntil(async () => {
    const run = await cli('backup create --json')
    return run.exitCode === 0 && (run.json.data as { file: string })
  }, 'its turn')
  expect(await readdir(dir)).toEqual([path.basename(made.file)])
  const list = await cli('backup list')
  expect(list.out).toContain(path.basename(made.file))
  expect(existsSync(made.file)).toBe(true)
})
