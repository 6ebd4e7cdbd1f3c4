import { expect, test } from 'vitest'

import type { TestFile } from './test-reports.ts'
import { runTwice, type UnitRun } from './try-again.ts'

const good = (file: string): TestFile => ({ file, failed: false, failedTests: 0, failures: [] })
const bad = (file: string, failedTests = 1): TestFile => ({
  file,
  failed: true,
  failedTests,
  failures: [`${file}: wrong`],
})

function end(files: TestFile[], more: Partial<UnitRun> = {}): UnitRun {
  const failed = files.reduce((sum, { failedTests }) => sum + failedTests, 0)
  const failures = files.flatMap((file) => file.failures)
  const report = { counts: { passed: 10 - failed, failed, skipped: 0 }, times: [], failures, shaky: [], files }
  return { ok: files.every((file) => !file.failed), report, strayErrors: [], ...more }
}

async function play(...runs: UnitRun[]) {
  const asked: (readonly string[])[] = []
  const { ok, report } = await runTwice(async (files) => {
    asked.push(files)
    return runs[asked.length - 1]!
  })
  const { counts, failures, shaky } = report
  return { asked, told: { ok, passed: counts.passed, failed: counts.failed, failures, shaky } }
}

test('a test that passes alone has passed, and is reported with its first error', async () => {
  const { asked, told } = await play(end([good('a'), bad('b', 2), bad('c')]), end([good('b'), good('c')]))
  expect(asked).toEqual([[], ['b', 'c']])
  expect(told).toEqual({ ok: true, passed: 10, failed: 0, failures: [], shaky: ['b: wrong', 'c: wrong'] })
})

test('a test that fails again stays failed, and so does one that the second run left out', async () => {
  const { told } = await play(end([bad('a', 2), bad('b'), bad('c')]), end([bad('a'), good('b')]))
  expect(told).toEqual({ ok: false, passed: 7, failed: 3, failures: ['a: wrong', 'c: wrong'], shaky: ['b: wrong'] })
})

test.each([
  ['nothing failed', end([good('a')])],
  ['too many files failed', end(['a', 'b', 'c', 'd'].map((name) => bad(name)))],
  ['a file failed without a failed test', end([bad('a'), bad('b', 0)])],
  ['something was thrown outside of every test', end([bad('a')], { strayErrors: ['left behind'] })],
  ['the runner ended badly without a failed test', end([good('a')], { ok: false })],
])('tries nothing again: %s', async (_, first) => {
  const { asked, told } = await play(first)
  expect(asked).toEqual([[]])
  expect(told).toMatchObject({ ok: first.ok, failed: first.report.counts.failed, shaky: [] })
})

test.each([
  ['ends badly', end([good('a')], { ok: false })],
  ['throws outside of every test', end([good('a')], { ok: false, strayErrors: ['left behind'] })],
  ['leaves no report', end([], { ok: false, strayErrors: ['no report'] })],
])('a second run that %s forgives nothing', async (_, second) => {
  const { told } = await play(end([bad('a')]), second)
  expect(told).toEqual({ ok: false, passed: 9, failed: 1, failures: ['a: wrong'], shaky: [] })
})
