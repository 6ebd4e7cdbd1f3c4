import { audit, licences } from './dependencies.ts'
import { findSizeProblems } from './file-sizes.ts'
import { report, runStep, type StepResult } from './step.ts'

/**
 * Each checker of the compiler works out the contract's types again: one takes half the processor time of four. What it
 * found is kept, with a hash of every file it read, so the next run looks only at what a change can reach.
 */
const types = (project: string, kept: string) => [
  ...`tsc -p ${project} --checkers 1 --incremental --tsBuildInfoFile`.split(' '),
  `node_modules/.cache/types/${kept}.json`,
]
const STEPS: [string, string[]][] = [
  ['format', ['oxfmt', '--check']],
  ['lint', ['oxlint', '--deny-warnings']],
  ['types: server', types('tsconfig.json', 'server')],
  ['types: portal', types('portal/tsconfig.json', 'portal')],
  ['types: console', types('console/tsconfig.json', 'console')],
  ['unused code', ['knip']],
]

/** All checks that need no database and no browser. */
export async function check(): Promise<StepResult[]> {
  const asking = audit()
  const results = [sizes(), licences()]
  for (let index = 0; index < STEPS.length; index += 2) {
    results.push(...(await Promise.all(STEPS.slice(index, index + 2).map(([name, command]) => runStep(name, command)))))
  }
  return [...results, await asking]
}

function sizes(): StepResult {
  const startedAt = performance.now()
  const { problems, summary } = findSizeProblems()
  const seconds = (performance.now() - startedAt) / 1000
  return { name: `file sizes: ${summary}`, ok: problems.length === 0, seconds, output: problems.join('\n') }
}

if (import.meta.main) {
  const startedAt = performance.now()
  const results = await check()
  for (const result of results) report(result)
  const failed = results.filter((result) => !result.ok).length
  console.log(`Checked in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  process.exitCode = failed === 0 ? 0 : 1
}
