import { spawn } from 'node:child_process'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'

import { freePort } from '../../test/free-port.ts'
import { readConfig } from '../config.ts'
import { readMode, refuseOtherMode } from '../mode-mark.ts'
import { createDb, type Db } from '../platform/db/db.ts'
import { createLog } from '../platform/log.ts'
import { seedSandbox } from '../sandbox/seed.ts'
import { buildAccount } from '../test/build/factories.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { createTestDatabase } from '../test/run/database.ts'
import { makeCliHere } from '../test/run/run-cli.ts'
import { makeDataDir, removeDataDir, startServer } from '../test/run/server-process.ts'
import { startRunner } from './run-jobs.ts'

const root = path.join(import.meta.dirname, '..', '..')
const dataDir = makeDataDir()
afterAll(() => removeDataDir(dataDir))
const SECRET_KEY = 'the secret of the test of modes, long enough'
const production = { MODE: 'production', PUBLIC_URL: 'https://portal.example', SECRET_KEY, BACKUP_NIGHTLY: 'off' }
const sandbox = { MODE: 'sandbox', PUBLIC_URL: '', SECRET_KEY, SANDBOX_HISTORY: 'on' }
const WRONG = { production: /is marked as production, and MODE is sandbox/, sandbox: /is marked as sandbox/ }

/** Starts a server that must not come up and returns what it said. */
async function refusedStart(env: Record<string, string>): Promise<string> {
  const all = { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'error', ...env }
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: root, env: all, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const isUp = new Promise<'up'>((resolve) => child.stdout.on('data', () => output.includes('Ctrl-C') && resolve('up')))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const outcome = await Promise.race([isUp, ended])
  if (outcome === 'up') child.kill('SIGTERM')
  await ended
  expect([outcome, output]).toEqual([1, expect.not.stringContaining('.ts:')])
  return output
}

/** Starting in the other mode (start, two workers, command, job runner) is refused and changes no row. */
async function expectRefused(db: Db, url: string, settings: Record<string, string>, says: RegExp): Promise<void> {
  const before = await dumpEveryRow(db)
  const env = { ...settings, DATABASE_URL: url }
  expect(await refusedStart({ ...env, WORKERS: '2' })).toMatch(says)
  const yx = makeCliHere({ ...env, DATA_DIR: dataDir })
  for (const line of ['resellers add --key 228', 'database migrate', 'backup create', 'resellers list']) {
    const { exitCode, err } = await yx(line)
    expect([line, exitCode, err]).toEqual([line, 1, expect.stringMatching(says)])
  }
  const { exitCode, json } = await yx('doctor --json')
  const { findings } = json.data as { findings: { area: string; state: string; says: string }[] }
  const found = findings.find(({ area }) => area === 'mode')
  expect([exitCode, found]).toEqual([
    1,
    expect.objectContaining({ state: 'problem', says: expect.stringMatching(says) }),
  ])
  const config = readConfig({ ...env, DATA_DIR: dataDir })
  await expect(startRunner({ db, config, log: createLog('silent') })).rejects.toThrow(says)
  expect(await dumpEveryRow(db)).toBe(before)
}

async function openEmpty() {
  const { url } = await createTestDatabase({ isEmpty: true })
  const db = createDb({ url, poolSize: 3 })
  onTestFinished(() => db.close())
  return { url, db }
}

test('production, then sandbox: refuses with and without rows, and production starts again', async () => {
  const { url, db } = await openEmpty()
  const env = { ...production, DATABASE_URL: url }
  const first = await startServer({ dataDir, env })
  try {
    // The mistaken `npm start`: all settings of the service, but no MODE.
    const { MODE: _none, ...same } = env
    const taken = await refusedStart({ ...same, MODE: '', PORT: new URL(first.url).port })
    expect(taken).toMatch(/Port \d+ is taken/)
    expect(await readMode(db)).toEqual({ mode: 'production', isMarked: true })
    expect(await db.kysely.selectFrom('resellers').select('id').execute()).toEqual([])
  } finally {
    await first.stop()
  }
  await expectRefused(db, url, sandbox, WRONG.production)
  const yx = makeCliHere(env)
  expect((await yx('resellers add --key 0')).exitCode).toBe(0)
  await buildAccount(db, { resellerId: 0 })
  await expectRefused(db, url, sandbox, WRONG.production)
  const again = await startServer({ dataDir, env })
  await again.stop()
})

test('sandbox with two workers, then production: refuses, and the sandbox may start again', async () => {
  const { url, db } = await openEmpty()
  const env = { ...sandbox, DATABASE_URL: url, SANDBOX_HISTORY: 'off' }
  const first = await startServer({ dataDir, env: { ...env, WORKERS: '2' } })
  await first.stop()
  expect(await readMode(db)).toEqual({ mode: 'sandbox', isMarked: true })
  await expectRefused(db, url, production, WRONG.sandbox)
  await expect(refuseOtherMode(db, { mode: 'sandbox' })).resolves.toEqual({ mode: 'sandbox', isMarked: true })
})

test('rows that commands add first mark the database with their mode; reading an empty one marks nothing', async () => {
  const { url, db } = await openEmpty()
  const yx = makeCliHere({ ...production, DATABASE_URL: url })
  await yx('database migrate')
  await yx('resellers list')
  expect(await readMode(db)).toEqual({ mode: null, isMarked: false })
  expect(await yx('resellers add --key 260')).toMatchObject({ exitCode: 0, err: '' })
  expect(await readMode(db)).toEqual({ mode: 'production', isMarked: true })
  await expect(refuseOtherMode(db, { mode: 'sandbox' })).rejects.toThrow(WRONG.production)
})

test('tells the mode from the rows in a database of a release without the mark', async () => {
  const judge = async (fill: (db: Db) => Promise<unknown>) => {
    const { url } = await createTestDatabase({ mode: null })
    const db = createDb({ url, poolSize: 2 })
    onTestFinished(() => db.close())
    await fill(db)
    return (await readMode(db)).mode
  }
  const seed = (db: Db) => seedSandbox(db, { host: '127.0.0.1', publicUrl: 'http://127.0.0.1:3000', trustProxy: false })
  const reseller = (db: Db) => db.kysely.insertInto('resellers').values({ id: 9 }).execute()
  expect(await judge(async () => {})).toBe(null)
  expect(await judge(reseller)).toBe('production')
  expect(await judge((db) => buildAccount(db, { resellerId: 260 }))).toBe('production')
  // A user registered in the sandbox.
  expect(await judge((db) => seed(db).then(() => buildAccount(db, { resellerId: 260 })))).toBe('sandbox')
  // A sandbox was started on a database that already had real users.
  expect(await judge((db) => buildAccount(db, { resellerId: 260 }).then(() => seed(db)))).toBe('production')
})

test('a marked production database refuses demo rows from everywhere', async () => {
  const { url } = await createTestDatabase({ mode: 'production' })
  const db = createDb({ url, poolSize: 2 })
  onTestFinished(() => db.close())
  await db.kysely.insertInto('resellers').values({ id: 0 }).execute()
  const account = { resellerId: 0, userName: 'demo', passwordHash: 'x', inviteCode: 'DEMO0' }
  const insert = (isDemo: boolean) =>
    db.kysely
      .insertInto('accounts')
      .values({ ...account, isDemo })
      .execute()
  await expect(insert(true)).rejects.toThrow('This is a production database')
  await insert(false)
})
