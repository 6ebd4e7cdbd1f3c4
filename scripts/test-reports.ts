import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { root } from './step.ts'

export type Counts = { passed: number; failed: number; skipped: number }
export type TestTime = { name: string; ms: number }
export type TestReport = { counts: Counts; times: TestTime[] }

const NO_REPORT: TestReport = { counts: { passed: 0, failed: 1, skipped: 0 }, times: [] }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { name: string; assertionResults: { fullName: string; duration?: number | null }[] }[]
}

export function readVitest(file: string): TestReport {
  if (!existsSync(file)) return NO_REPORT
  const json = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  const times = json.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${path.relative(root, name)}: ${fullName.trim()}`,
      ms: duration ?? 0,
    })),
  )
  return {
    counts: { passed: json.numPassedTests, failed: json.numFailedTests, skipped: json.numPendingTests },
    times,
  }
}

type Suite = {
  file: string
  suites?: Suite[]
  specs?: { title: string; tests: { projectName: string; results: { duration: number }[] }[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: Suite[]
}

export function readPlaywright(file: string): TestReport {
  if (!existsSync(file)) return NO_REPORT
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport
  return {
    counts: { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped },
    times: suites.flatMap(timesOf),
  }
}

function timesOf(suite: Suite): TestTime[] {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests.map(({ projectName, results }) => ({
      name: `e2e/${suite.file} (${projectName}): ${title}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(timesOf)]
}

/** Whoever adds a test sees its cost here: the whole run has a limit of 12 minutes. */
export function slowestTests(times: readonly TestTime[], count: number): string[] {
  return [...times]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
}
