import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { findBrowser } from '../e2e/browser.ts'
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

// Hundreds of processes load the same modules. Compiled once, they start in half the time.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled')
process.env['TEST_GRID'] = process.argv.includes('--full') ? 'full' : 'short'
const results = mkdtempSync(path.join(tmpdir(), 'yuxian-results-'))
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
const times: TestTime[] = []
const failures: string[] = []
const shaky: string[] = []
const startedAt = performance.now()

count([await runStep('web build', ['node', 'scripts/build-web.ts'])])
// Many tests wait for a process or a clock, so the checks run beside them in the remaining time.
const checking = checkAll()

const unitReport = path.join(results, 'unit.json')
const reporters = ['--reporter=default', '--reporter=./scripts/unit-report.ts']
const unit = await runStep('unit and integration tests', ['vitest', 'run', ...reporters], {
  show: true,
  env: { UNIT_REPORT_FILE: unitReport },
})
addTests(unit, readVitest(unitReport))
count(await checking)

if (findBrowser()) {
  const first = await runBrowser('browser tests', [])
  // A busy machine may spoil one of many hundred steps. What failed has one more try, alone.
  if (process.env.CI && isSpoilt(first.report)) {
    const again = await runBrowser('browser tests that failed, alone', ['--last-failed', '--workers=1'])
    addTests(again, forgive(first.report, again.report))
  } else addTests(first, first.report)
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

async function runBrowser(name: string, options: string[]): Promise<{ name: string; ok: boolean; report: TestReport }> {
  const file = path.join(results, `${name}.json`)
  const step = await runStep(name, ['playwright', 'test', '--reporter=list,json', ...options], {
    show: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  return { ...step, report: readPlaywright(file) }
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
