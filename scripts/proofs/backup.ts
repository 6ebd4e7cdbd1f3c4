import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import { createDb } from '../../server/platform/db/db.ts'
import { root } from '../step.ts'
import { fillUsers } from './fill-users.ts'
import { withDatabase } from './throwaway-server.ts'

/** A backup of very many users and its restore, each a command in a separate process. */
export type Figures = {
  users: number
  rows: number
  databaseBytes: number
  fileBytes: number
  create: Run
  sealed: Run
  restore: Run
}
type Run = {
  exitCode: number
  says: string
  seconds: number
  peakBytes: number
  /** Peak memory in the first half of the run: if memory grows with the number of rows, the second half needs more. */
  earlyBytes: number
}

type Places = { from: string; to: string; folder: string }

const USERS = 1_000_000
/**
 * Data moves in chunks of a megabyte, whatever the total size. Most of this is Node itself and memory not yet released.
 */
const MEMORY_BYTES = 400_000_000
const GROWTH_BYTES = 100_000_000
/** Twice the memory that the passphrase's key needs: once to seal, once to read it back. */
const SEALING_BYTES = 270_000_000

export async function prove(): Promise<boolean> {
  const figures = await withDatabase((from, folder) => withDatabase((to) => backUp(USERS, { from, to, folder })))
  const { rows, databaseBytes, fileBytes } = figures
  console.log(`  ${USERS} users, ${rows} rows, a database of ${mb(databaseBytes)}: a file of ${mb(fileBytes)}`)
  for (const name of ['create', 'sealed', 'restore'] as const) {
    const { seconds, peakBytes, earlyBytes } = figures[name]
    const memory = `at most ${mb(peakBytes)} of memory, ${mb(earlyBytes)} in its first half`
    console.log(`  ${name}: ${seconds.toFixed(1)} s, ${memory}`)
  }
  const problems = findProblems(figures)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  return problems.length === 0
}

export function findProblems({ users, rows, create, sealed, restore }: Figures): string[] {
  const runs = Object.entries({ create, sealed, restore })
  const problems: [boolean, string][] = [
    ...runs.map(([name, { exitCode, says }]): [boolean, string] => [exitCode !== 0, `${name}: ${says}`]),
    ...runs.map(([name, { peakBytes }]): [boolean, string] => {
      const allowed = MEMORY_BYTES + (name === 'sealed' ? SEALING_BYTES : 0)
      return [peakBytes > allowed, `${name} took ${mb(peakBytes)}`]
    }),
    // Sealing and restoring do extra work at one end: only the plain file is the same work from beginning to end.
    [create.peakBytes > create.earlyBytes + GROWTH_BYTES, `create grew to ${mb(create.peakBytes)}`],
    [rows < users * 10, `only ${rows} rows`],
    [!/all counts equal[^]*books are clean/.test(restore.says), `the restore says: ${restore.says}`],
  ]
  return problems.filter(([isWrong]) => isWrong).map(([, says]) => says)
}

export async function backUp(users: number, { from, to, folder }: Places): Promise<Figures> {
  const db = createDb({ url: from, poolSize: 2 })
  await fillUsers(db, users)
  const size = 'select pg_database_size(current_database())::text as size'
  const { rows: sizes } = await db.pool.query<{ size: string }>(size)
  await db.close()
  const env = { MODE: 'sandbox', SECRET_KEY: randomBytes(32).toString('hex'), DATA_DIR: folder }
  const file = path.join(folder, 'all.yxb')
  const create = await yx(['create', '--file', file], { ...env, DATABASE_URL: from })
  const words = { ...env, DATABASE_URL: from, BACKUP_PASSPHRASE: 'a passphrase of some length' }
  const sealed = await yx(['create', '--file', `${file}.sealed`], words)
  const restore = await yx(['restore', '--file', file], { ...env, DATABASE_URL: to })
  const rows = Number(/(\d+) rows/.exec(restore.says)?.[1] ?? 0)
  const fileBytes = statSync(file).size
  return { users, rows, databaseBytes: Number(sizes[0]!.size), fileBytes, create, sealed, restore }
}

async function yx(words: string[], env: Record<string, string>): Promise<Run> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['server/cli/main.ts', 'backup', ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
  })
  const samples: { at: number; bytes: number }[] = []
  const look = setInterval(() => samples.push({ at: performance.now(), bytes: memoryOf(child.pid!) }), 50)
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const [exitCode] = (await once(child, 'exit')) as [number]
  clearInterval(look)
  const endedAt = performance.now()
  const most = (until: number) => Math.max(0, ...samples.filter(({ at }) => at < until).map(({ bytes }) => bytes))
  return {
    exitCode,
    says: (await said).join(''),
    seconds: (endedAt - startedAt) / 1000,
    peakBytes: most(endedAt),
    earlyBytes: most((startedAt + endedAt) / 2),
  }
}

/** Memory as Linux counts it; 0 on other systems. */
function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`
}
