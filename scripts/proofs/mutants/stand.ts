import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { withClient } from '../../../server/platform/postgres/connection.ts'
import { openTestCluster, type TestCluster } from '../../../server/test/run/test-cluster.ts'
import { runStep } from '../../step.ts'
import { readVitest } from '../../test-reports.ts'
import { copyTree } from './copy-tree.ts'
import { plantInTree, type Mutant } from './mutant.ts'
import { findNearTests, isMoreInFull } from './near-tests.ts'

export type Verdict = { outcome: 'caught' | 'survived' | 'did not apply'; by: string; seconds: number }
export type Stand = {
  tree: string
  judge(mutant: Mutant, checks: readonly string[]): Promise<Verdict>
  close(): Promise<void>
}
type Grid = 'short' | 'full'
type Trial = { tests: readonly string[]; grid: Grid; migrates: boolean }

/** A bug may make a test wait for ever. */
const RUN_MAX_MS = 15 * 60_000

type Place = { tree: string; folder: string; cluster: TestCluster; stop: AbortSignal }

/** What fails, or nothing. */
async function run({ tree, folder, cluster, stop }: Place, { tests, grid, migrates }: Trial): Promise<string[]> {
  const report = path.join(folder, 'report.json')
  rmSync(report, { force: true })
  const command = ['vitest', 'run', '--bail=1', '--maxWorkers=1', '--passWithNoTests', '--retry=0']
  const { ok, output } = await runStep('tests', [...command, '--reporter=./scripts/unit-report.ts', ...tests], {
    cwd: tree,
    signal: AbortSignal.any([stop, AbortSignal.timeout(RUN_MAX_MS)]),
    env: {
      TEST_GRID: grid,
      TEST_ORDER: tests.join(' '),
      // The template has today's migrations: a bug in them needs its own.
      TEST_CLUSTER: migrates ? '' : JSON.stringify(cluster),
      UNIT_REPORT_FILE: report,
      NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
    },
  })
  stop.throwIfAborted()
  await dropDatabases(cluster)
  if (ok) return []
  const { failures } = readVitest(report)
  return failures.length > 0 ? failures : [`the run: ${output.slice(-300)}`]
}

/** A copy of the tree with a database cluster: one bug after the other is planted in it. */
export async function openStand(files: readonly string[], folder: string, stop: AbortSignal): Promise<Stand> {
  const tree = path.join(folder, 'tree')
  mkdirSync(tree, { recursive: true })
  copyTree(files, tree)
  const { cluster, close } = await openTestCluster()
  const place = { tree, folder, cluster, stop }
  /** What failed without a bug in it shows nothing. */
  const isRed = new Map<string, boolean>()

  const failsWithout = async (tests: readonly string[], grid: Grid): Promise<boolean> => {
    const key = `${grid} ${tests.join(' ')}`
    const known = isRed.get(key) ?? (await run(place, { tests, grid, migrates: false })).length > 0
    isRed.set(key, known)
    return known
  }

  /** The first failure that only the bug explains: it comes every time with the bug, and never without it. */
  const findCatch = async (trial: Trial, mutant: Mutant): Promise<string | null> => {
    if (trial.tests.length === 0) return null
    const withBug = async (tests: readonly string[]) => {
      const undo = plantInTree(tree, mutant)
      return (await run(place, { ...trial, tests }).finally(() => undo?.()))[0]
    }
    const failure = await withBug(trial.tests)
    if (!failure) return null
    const failed = failure.split(': ', 1)[0]!
    const blamed = trial.tests.includes(failed) ? [failed] : trial.tests
    if (!(await failsWithout(blamed, trial.grid)) && (await withBug(blamed))) return failure.split('\n', 1)[0]!
    return findCatch({ ...trial, tests: trial.tests.filter((test) => !blamed.includes(test)) }, mutant)
  }

  const judge: Stand['judge'] = async (mutant, checks) => {
    const startedAt = performance.now()
    const verdict = (outcome: Verdict['outcome'], by: string): Verdict => ({
      outcome,
      by,
      seconds: (performance.now() - startedAt) / 1000,
    })
    const undo = plantInTree(tree, mutant)
    if (!undo) return verdict('did not apply', '')
    undo()
    const near = findNearTests(tree, files, mutant)
    const rest = checks.filter((test) => !near.includes(test))
    const migrates = mutant.file.startsWith('server/migrations/')
    for (const [tests, grid] of [
      [near, 'short'],
      [rest, 'short'],
      [[...near, ...rest].filter((test) => isMoreInFull(tree, test)), 'full'],
    ] as const) {
      const by = await findCatch({ tests, grid, migrates }, mutant)
      if (by) return verdict('caught', grid === 'full' ? `${by} (full grid)` : by)
    }
    return verdict('survived', `${near.length + rest.length} files`)
  }
  return { tree, judge, close }
}

/** A run never drops its databases, and each takes 10 MB. */
async function dropDatabases({ superuser, template }: TestCluster): Promise<void> {
  await withClient(superuser, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname like 'test\\_%' and datname <> $1`,
      [template],
    )
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  })
}
