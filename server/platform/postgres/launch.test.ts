import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chown, cp, lstat, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

import { CARELESS_SETTINGS } from '../../test/run/careless-settings.ts'
import { killHard, nextMessage, startOwner, startProcess } from '../../test/run/owner-process.ts'
import { makeScratchDir } from '../../test/run/scratch-dir.ts'
import { binariesIn, getPackageDir, restoreLibLinks } from './binaries.ts'
import { withClient, type Connection } from './connection.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { launchPostgres, type LaunchOptions } from './launch.ts'
import { chooseRunAs } from './run-as.ts'

const NOBODY = 65534
const STRANGER = 65533
// Another user has to run our files: a checkout below a folder closed to others cannot test that.
const asNobody = { uid: NOBODY, gid: NOBODY, cwd: '/', stdio: 'ignore' as const }
const canBeOther = process.getuid?.() === 0 && spawnSync('cat', [import.meta.filename], asNobody).status === 0
const runAs = await chooseRunAs('/no/such/folder')
const NEEDS_OTHER = 'needs root, and a checkout that other users may read'

async function launch(dataDir: string, options: Partial<LaunchOptions> = {}) {
  const postgres = await launchPostgres({ dataDir, settings: CARELESS_SETTINGS, ...options })
  onTestFinished(() => postgres.stop())
  return postgres
}

async function ask(connection: Connection, text: string): Promise<unknown> {
  return withClient(connection, async (client) => Object.values((await client.query(text)).rows[0] ?? {})[0])
}

test('the first start makes a cluster with our settings, and a restart keeps the data', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  const lock = await lockDataDir(dataDir)
  const first = await launch(dataDir, { settings: {} })
  expect(first.adopted).toBe(false)
  for (const [name, value] of [
    ['listen_addresses', ''],
    ['max_connections', '200'],
    ['TimeZone', 'UTC'],
    ['fsync', 'on'],
    ['server_encoding', 'UTF8'],
  ]) {
    expect([name, await ask(first.connection, `show ${name}`)]).toEqual([name, value])
  }
  expect(
    await ask(first.connection, `select concat(datlocprovider, datlocale) from pg_database where datname = 'yuxian'`),
  ).toBe('bC.UTF-8')
  expect(await ask(first.connection, 'select rolsuper from pg_roles where rolname = current_user')).toBe(false)
  await ask(first.connection, 'create table kept as select 42 as answer')
  await first.stop()
  // The caller held the folder before the launcher came, and still does.
  await expect(lockDataDir(dataDir)).rejects.toThrow('already in use')
  await lock.release()
  expect(await readdir(dataDir)).toEqual(['owner.lock', 'postgres', 'postgres.log'])

  const second = await launch(dataDir)
  expect(second.adopted).toBe(false)
  expect(second.connection).toEqual(first.connection)
  expect(await ask(second.connection, 'select answer from kept')).toBe(42)
})

test('a server that cannot start says why and leaves no socket folder', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  const postgres = await launch(dataDir)
  await postgres.stop()
  await appendFile(join(dataDir, 'postgres', 'postgresql.auto.conf'), "max_connections = 'many'\n")
  await expect(launchPostgres({ dataDir })).rejects.toThrow(/did not start: [^]*max_connections/)
  expect(existsSync(postgres.connection.host)).toBe(false)
})

test('plainly refuses a second start on the same folder, and the first goes on', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  const owner = await startOwner(dataDir)

  await expect(launchPostgres({ dataDir })).rejects.toThrow(
    new RegExp(`already in use by process ${owner.child.pid} .*Nothing was changed`),
  )
  expect(await ask(owner.connection, 'select 1')).toBe(1)
})

test('leaves alone a folder that is not a database of ours', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  await mkdir(join(dataDir, 'postgres', 'photos'), { recursive: true })
  await expect(launchPostgres({ dataDir })).rejects.toThrow('is not a database folder of this program')
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['photos'])
  await (await lockDataDir(dataDir)).release()
})

test('only we can enter the socket folder, and even there a password is required', async ({ skip }) => {
  skip(!canBeOther, NEEDS_OTHER)
  const dataDir = join(await makeScratchDir(), 'data')
  const postgres = await launch(dataDir)
  const { host, port } = postgres.connection
  const folder = await stat(host)
  expect(folder.mode & 0o777).toBe(0o700)
  expect(folder.uid).toBe(runAs.kind === 'other-user' ? runAs.uid : process.getuid?.())
  expect(Buffer.byteLength(`${host}/.s.PGSQL.${port}`)).toBeLessThanOrEqual(107)

  const stranger = startProcess(
    `import { connect } from 'node:net'
     connect(process.argv[1]).on('connect', () => process.send('in')).on('error', (error) => process.send(error.code))`,
    { args: [`${host}/.s.PGSQL.${port}`], uid: STRANGER, gid: STRANGER },
  )
  expect(await nextMessage(stranger)).toBe('EACCES')
  for (const user of ['yuxian', 'postgres']) {
    await expect(ask({ ...postgres.connection, user, password: 'guess' }, 'select 1')).rejects.toThrow('authentication')
  }
  const passwordFile = await stat(join(dataDir, 'postgres', 'yuxian-password'))
  expect(passwordFile.mode & 0o777).toBe(0o600)
})

test('over TCP, as on Windows, listens on loopback only and requires a password', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  const postgres = await launch(dataDir, { overTcp: true })
  expect(postgres.connection.host).toBe('127.0.0.1')
  expect(await ask({ ...postgres.connection }, 'show listen_addresses')).toBe('127.0.0.1')
  await expect(ask({ ...postgres.connection, password: 'guess' }, 'select 1')).rejects.toThrow('authentication')
  await postgres.stop()
  expect(await ask((await launch(dataDir, { overTcp: true })).connection, 'select 1')).toBe(1)
})

test('restores library links that install scripts did not make, below a folder closed to others', async () => {
  const closed = join(await makeScratchDir(), 'closed')
  // Close it to all but root only where root's database can still pass.
  await mkdir(closed, { mode: runAs.kind === 'other-user' ? 0o711 : 0o700 })
  const copy = join(closed, 'package')
  const isLink = async (path: string) => (await lstat(path)).isSymbolicLink()
  await cp(getPackageDir(), copy, { recursive: true, filter: async (path) => !(await isLink(path)) })
  const binaries = await binariesIn(copy)
  const showVersion = () => promisify(execFile)(binaries.postgres, ['--version'])
  await expect(showVersion()).rejects.toThrow('cannot open shared object file')

  await Promise.all([restoreLibLinks(copy), restoreLibLinks(copy)])
  expect((await showVersion()).stdout).toContain('postgres (PostgreSQL) 18')
  const postgres = await launch(join(closed, 'data'), { binaries })
  expect(await ask(postgres.connection, 'select 1')).toBe(1)
})

test('an ordinary user can start it, and root continues with that user’s folder', async ({ skip }) => {
  skip(!canBeOther, NEEDS_OTHER)
  const scratch = await makeScratchDir()
  const dataDir = join(scratch, 'data')
  await mkdir(dataDir, { mode: 0o700 })
  await chown(dataDir, NOBODY, NOBODY)
  const owner = await startOwner(dataDir, {
    uid: NOBODY,
    gid: NOBODY,
    then: `process.on('SIGTERM', async () => { await postgres.stop(); process.send('stopped'); process.exit() })`,
  })
  await ask(owner.connection, 'create table kept as select 42 as answer')
  owner.child.kill('SIGTERM')
  await nextMessage(owner.child)

  const postgres = await launch(dataDir)
  expect(await ask(postgres.connection, 'select answer from kept')).toBe(42)
  expect((await stat(join(dataDir, 'postgres', 'postmaster.pid'))).uid).toBe(NOBODY)
})

test('root without user namespaces runs it as nobody, also in a folder that belonged to root', async ({ skip }) => {
  skip(!canBeOther, NEEDS_OTHER)
  const dataDir = join(await makeScratchDir(), 'data')
  // Without PATH there is no unshare.
  const start = () => startOwner(dataDir, { env: { PATH: '/nowhere' } })
  const first = await start()
  await ask(first.connection, 'create table kept as select 42 as answer')
  expect(await readFile(`/proc/${first.postmaster}/status`, 'utf8')).toContain(`Uid:\t${NOBODY}`)
  await killHard(first.child)
  const adopter = await launch(dataDir)
  expect(adopter.adopted).toBe(true)
  await adopter.stop()

  await promisify(execFile)('chown', ['-R', '0:0', join(dataDir, 'postgres')])
  const second = await start()
  expect(await ask(second.connection, 'select answer from kept')).toBe(42)
  expect(await readFile(`/proc/${second.postmaster}/status`, 'utf8')).toContain(`Uid:\t${NOBODY}`)
})
