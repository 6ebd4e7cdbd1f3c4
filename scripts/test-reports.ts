import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export type Counts = { passed: number; failed: number; skipped: number }
export type TestTime = { name: string; ms: number }
/**
 * The name of each test and the first words of its error. `shaky`: failed once and passed once. `errors` are those outside
 * any test: no second try forgives them. `files`: those that have failed.
 */
export type TestReport = {
  counts: Counts
  times: TestTime[]
  failures: string[]
  shaky: string[]
  errors: string[]
  files: string[]
}
const NO_REPORT: TestReport = {
  counts: { passed: 0, failed: 1, skipped: 0 },
  times: [],
  failures: ['a runner left no report'],
  shaky: [],
  errors: ['a runner left no report'],
  files: [],
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
  stats: { expected: number; unexpected: number; skipped: number }
  suites: Suite[]
  errors?: { message?: string }[]
}

export function readPlaywright(file: string): TestReport {
  if (!existsSync(file)) return NO_REPORT
  const { stats, suites, errors = [] } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
  const tests = suites.flatMap(testsOf)
  const failed = tests.filter(({ status }) => status === 'unexpected')
  return {
    counts: { passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped },
    times: tests.map(({ name, results }) => ({ name, ms: results.reduce((sum, { duration }) => sum + duration, 0) })),
    failures: failed.map(({ name, results }) =>
      tell(name, results.map(({ error }) => error?.message ?? '').join('\n')),
    ),
    shaky: [],
    errors: errors.map(({ message }) => tell('outside any test', message)),
    files: [],
  }
}

/** More failures than these are no accident. */
const MOST_SPOILT = 20

/** Whether a second try may show that the machine failed and not the code. */
export function isSpoilt({ counts, errors }: TestReport): boolean {
  return counts.failed > 0 && counts.failed <= MOST_SPOILT && errors.length === 0
}

/**
 * The first report, with what a second try of its failed tests showed: who ran and passed then has passed, and is named.
 * The second try of a unit test has its whole file: others of it that fail only then are named too.
 */
export function forgive(first: TestReport, again: TestReport): TestReport {
  const now = new Map(again.failures.map((told) => [nameIn(told), told]))
  const passes = (told: string) =>
    !now.has(nameIn(told)) && again.times.some(({ name }) => name.startsWith(nameIn(told)))
  const before = new Set(first.failures.map(nameIn))
  const failures = first.failures.filter((told) => !passes(told)).map((told) => now.get(nameIn(told)) ?? told)
  failures.push(...again.errors)
  const { passed, failed, skipped } = first.counts
  return {
    ...first,
    counts: { passed: passed + failed - failures.length, failed: failures.length, skipped },
    times: [...first.times, ...again.times],
    failures,
    shaky: [
      ...first.failures.filter(passes),
      ...again.failures.filter((told) => !before.has(nameIn(told)) && !again.errors.includes(told)),
    ],
  }
}

const nameIn = (told: string) => told.split('\n', 1)[0]!

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
