import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

import { findProgram } from '../../../server/test/run/requires.ts'

const run = promisify(execFile)
const NAMES = ['mariadbd', 'mariadb', 'mariadb-dump', 'mariadb-install-db']

export type MariaDb = {
  /** Where it answers. */
  socket: string
  /** Runs SQL from a file. */
  load(file: string): Promise<void>
  /** The first row of an answer. */
  ask(sql: string): Promise<string[]>
  dump(options: readonly string[], file: string): Promise<void>
  stop(): Promise<void>
}

/** Whether the system's packages have a MariaDB. */
export function hasMariaDb(): boolean {
  return NAMES.every((name) => findProgram(name) !== null)
}

/** A server of its own in a folder of its own, reached only by a socket. */
export async function startMariaDb(): Promise<MariaDb> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yuxian-mariadb-'))
  await chmod(folder, 0o755)
  const data = path.join(folder, 'data')
  const socket = path.join(folder, 's')
  const user = `--user=${userInfo().username}`
  await run(findProgram('mariadb-install-db')!, [
    '--no-defaults',
    user,
    `--datadir=${data}`,
    '--skip-test-db',
    '--auth-root-authentication-method=normal',
  ])
  const server = spawn(
    findProgram('mariadbd')!,
    [
      '--no-defaults',
      user,
      `--datadir=${data}`,
      `--socket=${socket}`,
      '--skip-networking',
      '--max-allowed-packet=1G',
      '--innodb-flush-log-at-trx-commit=0',
      `--pid-file=${folder}/pid`,
    ],
    { stdio: 'ignore' },
  )
  // A run that is cut short leaves no server behind.
  const end = () => void server.kill('SIGKILL')
  process.once('exit', end)
  const client = ['--no-defaults', `--socket=${socket}`, '--user=root', '--default-character-set=utf8mb4']
  await untilUp(server, client)
  return {
    socket,
    load: (file) => pipe('mariadb', [...client, '--max-allowed-packet=1G', 'panel'], file),
    async ask(sql) {
      const { stdout } = await run(findProgram('mariadb')!, [...client, '-N', '-B', 'panel', '-e', sql])
      return stdout.split('\n')[0]!.split('\t')
    },
    dump: async (options, file) => {
      await run(findProgram('mariadb-dump')!, [...client, ...options, `--result-file=${file}`, 'panel'])
    },
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      process.off('exit', end)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilUp(server: ChildProcess, client: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (server.exitCode !== null) throw new Error('MariaDB did not start')
    const isUp = await run(findProgram('mariadb')!, [
      ...client,
      '-e',
      'create database if not exists panel character set utf8mb4',
    ]).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await wait(200)
  }
  throw new Error('MariaDB did not answer')
}

async function pipe(name: string, args: readonly string[], file: string): Promise<void> {
  const input = await open(file)
  try {
    const child = spawn(findProgram(name)!, args, { stdio: [input.fd, 'inherit', 'inherit'] })
    const [code] = (await once(child, 'exit')) as [number]
    if (code !== 0) throw new Error(`${name} ended with ${code}`)
  } finally {
    await input.close()
  }
}
