import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { root } from './step.ts'

export type Counts = { passed: number; failed: number; skipped: number }
export type TestTime = { name: string; ms: number }
/** The name of each test and the first words of its error. `shaky`: passed, but only on the second try. */
export type TestReport = { counts: Counts; times: TestTime[]; failures: string[]; shaky: string[] }
/** `failedTests` may be 0 in a failed file: it could not be loaded, or its cleanup failed. */
export type TestFile = { file: string; failed: boolean; failedTests: number; failures: string[] }
export type UnitReport = TestReport & { files: TestFile[] }

const NO_REPORT: UnitReport = {
  counts: { passed: 0, failed: 1, skipped: 0 },
  times: [],
  failures: ['a runner left no report'],
  shaky: [],
  files: [],
}
const WHY_LENGTH = 600

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status?: string
    message?: string
    assertionResults: {
      fullName: string
      status?: string
      duration?: number | null
      failureMessages?: string[] | null
    }[]
  }[]
}

export function readVitest(file: string): UnitReport {
  if (!existsSync(file)) return NO_REPORT
  const json = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  const times = json.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${path.relative(root, name)}: ${fullName.trim()}`,
      ms: duration ?? 0,
    })),
  )
  const files = json.testResults.map(readFile)
  return {
    counts: { passed: json.numPassedTests, failed: json.numFailedTests, skipped: json.numPendingTests },
    times,
    failures: files.flatMap(({ failures }) => failures),
    shaky: [],
    files,
  }
}

function readFile(result: VitestReport['testResults'][number]): TestFile {
  const failedTests = result.assertionResults.filter(({ status }) => status === 'failed').length
  const failed = failedTests > 0 || result.status === 'failed'
  return { file: result.name, failed, failedTests, failures: failuresOf(result) }
}

/** A file that could not be loaded has no failed test. */
function failuresOf({ name, status, message, assertionResults }: VitestReport['testResults'][number]): string[] {
  const file = path.relative(root, name)
  const failed = assertionResults.filter((one) => one.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [tell(file, message)] : []
  return failed.map(({ fullName, failureMessages }) => tell(`${file}: ${fullName.trim()}`, failureMessages?.join('\n')))
}

function tell(name: string, why = ''): string {
  return `${name}\n${stripVTControlCharacters(why).slice(0, WHY_LENGTH).replaceAll(/^/gm, '    ')}`
}

type BrowserTest = {
  projectName: string
  status?: string
  results: { duration: number; error?: { message?: string } }[]
}
type Suite = {
  file: string
  suites?: Suite[]
  specs?: { title: string; tests: BrowserTest[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: Suite[]
}

export function readPlaywright(file: string): TestReport {
  if (!existsSync(file)) return NO_REPORT
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
  const tests = suites.flatMap(testsOf)
  const told = (status: string) =>
    tests
      .filter((test) => test.status === status)
      .map(({ name, results }) => tell(name, results.map(({ error }) => error?.message ?? '').join('\n')))
  return {
    counts: { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
    times: tests.map(({ name, results }) => ({ name, ms: results.reduce((sum, { duration }) => sum + duration, 0) })),
    failures: told('unexpected'),
    shaky: told('flaky'),
  }
}

function testsOf(suite: Suite): (BrowserTest & { name: string })[] {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests.map((test) => ({ ...test, name: `e2e/${suite.file} (${test.projectName}): ${title}` })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)]
}

/** Shows the cost of each new test: the whole run has a limit of 12 minutes. */
export function slowestTests(times: readonly TestTime[], count: number): string[] {
  return [...times]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
}
