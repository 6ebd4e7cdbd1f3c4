import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { findBrowser } from '../e2e/browser.ts'
import { measureSlowness, slowness } from '../test/patience.ts'
import { check } from './check.ts'
import { report, runStep, type StepResult } from './step.ts'
import {
  type Counts,
  forgive,
  isSpoilt,
  readPlaywright,
  readVitest,
  slowestTests,
  type TestReport,
  type TestTime,
} from './test-reports.ts'

const isFull = process.argv.includes('--full')
// Hundreds of processes load the same modules. Compiled once, they start in half the time.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled')
process.env['TEST_GRID'] = isFull ? 'full' : 'short'
type Run = { name: string; ok: boolean; report: TestReport }
/** Real engines have a quiet turn: how many seconds and bytes they take is counted. */
const BROWSER_TURNS = [
  ['without engines', []] as const,
  ...(isFull ? [['with engines', ['--workers=1']] as const] : []),
]
const LAST_FAILED = ['--last-failed', '--workers=1']
const results = mkdtempSync(path.join(tmpdir(), 'yuxian-results-'))
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
const times: TestTime[] = []
const failures: string[] = []
const shaky: string[] = []
const startedAt = performance.now()
console.log(`A step takes ${slowness} times as long as on a quiet machine, so every wait may too.`)

// npm gives the script before this one no arguments.
if (process.env['TEST_GRID'] === 'full') {
  await runStep('browser with tabs', ['node', 'scripts/install-missing.mjs', '--full'], { show: true })
}
count([await runStep('web build', ['node', 'scripts/build-web.ts'])])
// Many tests wait for a process or a clock, so the checks run beside them in the remaining time.
const checking = checkAll()

const unit = await runUnit('unit and integration tests', [])
count(await checking)
await tryAgain(unit, ({ files }) => runUnit('unit tests that failed, alone', [...files, '--maxWorkers=1']))

if (findBrowser()) {
  for (const [turn, options] of BROWSER_TURNS) {
    const first = await runBrowser(`browser tests ${turn}`, turn, options)
    await tryAgain(first, () => runBrowser(`browser tests ${turn} that failed, alone`, turn, LAST_FAILED))
  }
} else {
  console.log('No browser: the browser tests did not run. Install Chromium to run them.')
  if (process.env.CI) total.failed += 1
}

rmSync(results, { recursive: true, force: true })
console.log(`\nThe slowest 20 tests:\n${slowestTests(times, 20).join('\n')}`)
if (shaky.length > 0) console.log(`\nPassed only when tried again, find out why:\n${shaky.join('\n')}`)
// The output above is too long to search: repeat the failures at the end.
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
console.log(`\nTested in ${Math.round((performance.now() - startedAt) / 1000)} s`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = total.failed === 0 ? 0 : 1

async function runUnit(name: string, options: readonly string[]): Promise<Run> {
  const file = path.join(results, `${name}.json`)
  const command = ['vitest', 'run', '--reporter=default', '--reporter=./scripts/unit-report.ts', ...options]
  const step = await runStep(name, command, { show: true, env: { UNIT_REPORT_FILE: file } })
  return { ...step, report: readVitest(file) }
}

async function runBrowser(name: string, turn: string, options: readonly string[]): Promise<Run> {
  const file = path.join(results, `${name}.json`)
  const command = ['playwright', 'test', '--reporter=list,json', '--pass-with-no-tests', ...options]
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, BROWSER_TURN: turn }
  return { ...(await runStep(name, command, { show: true, env })), report: readPlaywright(file) }
}

/** A busy machine may spoil one of many thousand steps. What failed has one more try, alone. */
async function tryAgain(first: Run, again: (report: TestReport) => Promise<Run>): Promise<void> {
  if (!isSpoilt(first.report)) return addTests(first, first.report)
  // It may have become slower than it was at the start.
  process.env['TEST_SLOWNESS'] = String(Math.max(slowness, measureSlowness()))
  const second = await again(first.report)
  const explains = second.ok || second.report.counts.failed > 0
  addTests({ name: second.name, ok: explains }, forgive(first.report, second.report))
}

async function checkAll(): Promise<StepResult[]> {
  const verify = ['node', 'scripts/db-types.ts', '--verify']
  return [await runStep('database types and schema.sql are current', verify), ...(await check())]
}

function count(steps: readonly StepResult[]): void {
  for (const step of steps) {
    report(step)
    total[step.ok ? 'passed' : 'failed'] += 1
    if (!step.ok) failures.push(step.name)
  }
}

/** A runner that exits badly without a failed test (a crash, a leak) is a failure too. */
function addTests(step: Pick<StepResult, 'name' | 'ok'>, { counts, times: measured, ...told }: TestReport): void {
  times.push(...measured)
  shaky.push(...told.shaky)
  failures.push(...told.failures)
  if (!step.ok && counts.failed === 0) failures.push(`${step.name}: ended badly without a failed test`)
  total.passed += counts.passed
  total.failed += counts.failed + (!step.ok && counts.failed === 0 ? 1 : 0)
  total.skipped += counts.skipped
}
