import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { checkBooks } from '../../server/domains/books/check-books.ts'
import { createDb } from '../../server/platform/db/db.ts'
import { launchPostgres } from '../../server/platform/postgres/launch.ts'
import { makeDataDir, removeDataDir, startServer, type ServerProcess } from '../../server/test/run/server-process.ts'
import { freePort } from '../../test/free-port.ts'
import { lastRelease } from '../last-release.ts'
import { root } from '../step.ts'
import { buildPlaces, startCalls } from './buying-load.ts'

/** Which release starts at which of two places, in turn. The process that served there before is stopped first. */
type Step = readonly [place: 0 | 1, release: 'last' | 'this']
export type Load = { buyers: number; callsEach: number; steps: readonly Step[] }
export type Figures = {
  calls: number
  failed: string[]
  handedOn: number
  longestMs: number
  /** Sales of each process, in the order of the steps. */
  sold: number[]
  bookProblems: string[]
}

/** The last release starts on this release's schema, sells beside it and is stopped. */
export const QUICK: Load = {
  buyers: 3,
  callsEach: 60,
  steps: [
    [0, 'last'],
    [1, 'this'],
  ],
}
/**
 * The whole way: this release migrates while the last one serves, proves bad, is replaced by the last one at both
 * places, and comes again.
 */
const FULL: Load = {
  buyers: 16,
  callsEach: 500,
  steps: [
    [0, 'last'],
    [1, 'this'],
    [1, 'last'],
    [0, 'this'],
    [0, 'last'],
    [1, 'this'],
    [0, 'this'],
  ],
}

export async function prove(): Promise<boolean> {
  if (!hasLastRelease()) {
    console.log(`  ✗ ${LAST}: ${NO_HISTORY}`)
    return false
  }
  const figures = await withEmptyDatabase((url) => goBackAndForth(url, FULL))
  const { calls, failed, handedOn, longestMs, sold } = figures
  console.log(`  ${FULL.steps.map(([place, release], index) => `${release}@${place}: ${sold[index]} sold`).join(', ')}`)
  console.log(
    `  ${calls} calls: ${failed.length} failed, ${handedOn} went to the other process; the longest ${longestMs} ms`,
  )
  const problems = findProblems(figures, FULL)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  return problems.length === 0
}

export const LAST = `the last release, ${lastRelease.version} (${lastRelease.commit.slice(0, 8)})`
export const NO_HISTORY = 'this copy has no git history with it, so it was not run on the new schema.'

/** False in a copy without history, which does not contain the last release. */
export function hasLastRelease(folder = root): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${lastRelease.commit}^{commit}`], { cwd: folder, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Reads a file of the last release. */
export function readOfLastRelease(file: string): string {
  return execFileSync('git', ['show', `${lastRelease.commit}:${file}`], { cwd: root, encoding: 'utf8' })
}

export function findProblems({ calls, failed, sold, bookProblems }: Figures, { steps, callsEach }: Load): string[] {
  const idle = steps.flatMap(([place, release], index) =>
    sold[index] ? [] : [`step ${index + 1}, ${release} at place ${place}, sold nothing`],
  )
  const tooFew = calls < callsEach * (steps.length - 1) ? [`only ${calls} calls were made`] : []
  return [...tooFew, ...idle, ...failed.slice(0, 5), ...bookProblems]
}

export async function goBackAndForth(databaseUrl: string, load: Load): Promise<Figures> {
  const last = unpackLastRelease()
  const dataDir = makeDataDir()
  const db = createDb({ url: databaseUrl, poolSize: 4, applicationName: 'yuxian-proof' })
  const ports = [await freePort(), await freePort()] as const
  const SECRET_KEY = randomBytes(32).toString('hex')
  const env = { MODE: 'production', PUBLIC_URL: 'https://portal.example', DATABASE_URL: databaseUrl, SECRET_KEY }
  const running: (ServerProcess | undefined)[] = []
  const sold = load.steps.map(() => 0)
  let traffic: ReturnType<typeof startCalls> | undefined
  try {
    for (const [index, [place, release]] of load.steps.entries()) {
      await running[place]?.stop()
      const port = ports[place]
      const from = release === 'last' ? { from: last } : {}
      running[place] = await startServer({ dataDir, port, env: { ...env, LOG_LEVEL: 'error' }, ...from })
      // Once both are up, the schema is this release's, whichever release serves.
      if (index === 0) continue
      traffic ??= startCalls(ports, await buildPlaces(db, load.buyers))
      const before = ports.map((port) => traffic!.soldAt(port))
      await traffic.more(load.callsEach)
      const soldNow = ports.map((port, at) => traffic!.soldAt(port) - before[at]!)
      sold[index] = soldNow[place]!
      if (index === 1) sold[0] = soldNow[load.steps[0]![0]]!
    }
    // Only the process of the last step serves, as after a final stop of the other.
    const [lastPlace] = load.steps.at(-1)!
    await running[1 - lastPlace]?.stop()
    await traffic?.more(load.callsEach)
    const figures = await traffic!.stop()
    return { ...figures, sold, bookProblems: (await checkBooks(db)).problems }
  } finally {
    await traffic?.stop()
    for (const server of running) await server?.stop()
    await db.close()
    removeDataDir(dataDir)
    rmSync(last, { recursive: true, force: true })
  }
}

/**
 * Unpacks the server's files of the last release from the history, with today's packages, which are the same or newer.
 */
function unpackLastRelease(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-last-'))
  const parts = ['server', 'contract', 'cashier', 'package.json']
  const archive = execFileSync('git', ['archive', '--format=tar', lastRelease.commit, ...parts], {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}

/** Makes a database without a schema: the first server creates it. */
async function withEmptyDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-proof-'))
  try {
    const postgres = await launchPostgres({ dataDir: folder })
    try {
      return await work(postgres.url)
    } finally {
      await postgres.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
