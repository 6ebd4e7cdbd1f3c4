import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export type Counts = { passed: number; failed: number; skipped: number }
export type TestTime = { name: string; ms: number }
/** The name of each test and the first words of its error. `shaky`: passed, but only on the second try. */
export type TestReport = { counts: Counts; times: TestTime[]; failures: string[]; shaky: string[] }
const NO_REPORT: TestReport = {
  counts: { passed: 0, failed: 1, skipped: 0 },
  times: [],
  failures: ['a runner left no report'],
  shaky: [],
}
const WHY_LENGTH = 600

/** What the reporter unit-report.ts wrote. */
export function readVitest(file: string): TestReport {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TestReport) : NO_REPORT
}

export function tell(name: string, why = ''): string {
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
