import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { findBrowser } from '../e2e/browser.ts'
import { check } from './check.ts'
import { report, runStep, type StepResult } from './step.ts'

type Counts = { passed: number; failed: number; skipped: number }
// Hundreds of processes load the same modules; compiled once, they start in half the time.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled')
const results = mkdtempSync(path.join(tmpdir(), 'yuxian-results-'))
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
const startedAt = performance.now()

count(await check())
count([await runStep('database types and schema.sql are current', ['node', 'scripts/db-types.ts', '--verify'])])
count([await runStep('web build', ['node', 'scripts/build-web.ts'])])

const unitReport = path.join(results, 'unit.json')
const unit = await runStep(
  'unit and integration tests',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
  { show: true },
)
addTests(unit, readVitest(unitReport))

if (findBrowser()) {
  const browserReport = path.join(results, 'browser.json')
  const browser = await runStep('browser tests', ['playwright', 'test', '--reporter=list,json'], {
    show: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
  })
  addTests(browser, readPlaywright(browserReport))
} else {
  console.log('No browser: the browser tests did not run. Install Chromium to run them.')
  if (process.env.CI) total.failed += 1
}

rmSync(results, { recursive: true, force: true })
console.log(`\nTested in ${Math.round((performance.now() - startedAt) / 1000)} s`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = total.failed === 0 ? 0 : 1

function count(steps: readonly StepResult[]): void {
  for (const step of steps) {
    report(step)
    total[step.ok ? 'passed' : 'failed'] += 1
  }
}

/** A runner that exits badly without a failed test (a crash, a leak) is a failure too. */
function addTests(step: StepResult, counts: Counts): void {
  total.passed += counts.passed
  total.failed += counts.failed + (!step.ok && counts.failed === 0 ? 1 : 0)
  total.skipped += counts.skipped
}

function readVitest(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const json = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
  }
  return { passed: json.numPassedTests, failed: json.numFailedTests, skipped: json.numPendingTests }
}

function readPlaywright(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}
