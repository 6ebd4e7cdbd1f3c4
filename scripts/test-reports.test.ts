import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

import { makeScratchDir } from '../server/test/run/scratch-dir.ts'
import { root } from './step.ts'
import { readPlaywright, readVitest, slowestTests } from './test-reports.ts'

test('reads times and failures of both runners, and names the slowest first', async () => {
  const folder = await makeScratchDir()
  const unit = path.join(folder, 'unit.json')
  await writeFile(
    unit,
    JSON.stringify({
      numPassedTests: 2,
      numFailedTests: 0,
      numPendingTests: 1,
      testResults: [
        {
          name: path.join(root, 'server/a.test.ts'),
          assertionResults: [
            { fullName: ' quick', duration: 4 },
            { fullName: 'slow', duration: 2_300 },
            { fullName: 'skipped' },
            { fullName: 'wrong', status: 'failed', failureMessages: ['\u001B[31mexpected 1\u001B[39m'] },
          ],
        },
        {
          name: path.join(root, 'server/c.test.ts'),
          status: 'failed',
          message: 'no such module',
          assertionResults: [],
        },
      ],
    }),
  )
  const browser = path.join(folder, 'browser.json')
  const results = [{ duration: 9_000, error: { message: 'not there' } }, { duration: 1_000 }]
  await writeFile(
    browser,
    JSON.stringify({
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
      suites: [
        {
          file: 'b.spec.ts',
          suites: [
            {
              file: 'b.spec.ts',
              specs: [
                { title: 'journey', tests: [{ projectName: 'phone', status: 'flaky', results }] },
                {
                  title: 'walk',
                  tests: [{ projectName: 'phone', status: 'unexpected', results: results.slice(0, 1) }],
                },
              ],
            },
          ],
        },
      ],
    }),
  )
  const reports = [readVitest(unit), readPlaywright(browser)]
  expect(reports.map(({ counts }) => counts)).toEqual([
    { passed: 2, failed: 0, skipped: 1 },
    { passed: 2, failed: 1, skipped: 0 },
  ])
  expect(
    slowestTests(
      reports.flatMap(({ times }) => times),
      2,
    ),
  ).toEqual(['   10.0 s  e2e/b.spec.ts (phone): journey', '    9.0 s  e2e/b.spec.ts (phone): walk'])
  expect(reports.flatMap(({ failures }) => failures.map((told) => told.trimEnd()))).toEqual([
    'server/a.test.ts: wrong\n    expected 1',
    'server/c.test.ts\n    no such module',
    'e2e/b.spec.ts (phone): walk\n    not there',
  ])
  expect(readVitest(unit).files).toMatchObject([
    { file: path.join(root, 'server/a.test.ts'), failed: true, failedTests: 1 },
    { file: path.join(root, 'server/c.test.ts'), failed: true, failedTests: 0 },
  ])
  expect(reports.flatMap(({ shaky }) => shaky.map((told) => told.trimEnd()))).toEqual([
    'e2e/b.spec.ts (phone): journey\n    not there',
  ])
})

test('a runner without a report counts as a failure', () => {
  expect(readVitest('/nowhere/unit.json').counts.failed).toBe(1)
  expect(readPlaywright('/nowhere/browser.json').counts.failed).toBe(1)
})
