import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

import { makeScratchDir } from '../server/test/run/scratch-dir.ts'
import { root } from './step.ts'
import { readPlaywright, readVitest, slowestTests } from './test-reports.ts'

const run = promisify(execFile)

test('reads times, failures and second tries of a browser run, and names the slowest first', async () => {
  const folder = await makeScratchDir()
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
  const { counts, times, failures, shaky } = readPlaywright(browser)
  expect(counts).toEqual({ passed: 2, failed: 1, skipped: 0 })
  expect(slowestTests(times, 2)).toEqual([
    '   10.0 s  e2e/b.spec.ts (phone): journey',
    '    9.0 s  e2e/b.spec.ts (phone): walk',
  ])
  expect(failures.map((told) => told.trimEnd())).toEqual(['e2e/b.spec.ts (phone): walk\n    not there'])
  expect(shaky.map((told) => told.trimEnd())).toEqual(['e2e/b.spec.ts (phone): journey\n    not there'])
})

test('tells every way a unit run can fail, and what passed only at the second try', async () => {
  const folder = await makeScratchDir()
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const write = (name: string, text: string) =>
    writeFile(path.join(folder, name), `import { afterAll, expect, test } from 'vitest'\n${text}`)
  await write(
    'a.test.js',
    `let tries = 0
    test('good', () => {})
    test.skip('left out', () => {})
    test('shaky', () => expect(++tries).toBe(2))
    test('wrong', () => { throw new Error('\\u001B[31mno\\u001B[39m') })
    afterAll(() => { throw new Error('not cleaned up') })`,
  )
  await write('b.test.js', `import './missing.js'`)
  await write('c.test.js', `test('leaves something behind', () => void Promise.reject(new Error('unheard')))`)
  const file = path.join(folder, 'unit.json')
  const reporter = path.join(import.meta.dirname, 'unit-report.ts')
  await run('vitest', ['run', `--root=${folder}`, '--retry=1', `--reporter=${reporter}`], {
    env: { ...process.env, UNIT_REPORT_FILE: file },
  }).catch(() => {})
  const { counts, times, failures, shaky } = readVitest(file)
  expect(counts).toEqual({ passed: 3, failed: 4, skipped: 1 })
  expect(times.map(({ name }) => name)).toContain('a.test.js: good')
  const firstLines = (told: string[]) => told.map((one) => one.split('\n').slice(0, 2).join(':').replaceAll(/ +/g, ' '))
  expect(firstLines(failures)).toEqual([
    'a.test.js: wrong: no',
    'a.test.js: not cleaned up',
    expect.stringMatching(/^b\.test\.js: .*missing\.js/),
    'outside any test: unheard',
  ])
  expect(firstLines(shaky)).toEqual([expect.stringMatching(/^a\.test\.js: shaky: expected 1 to be 2/)])
})

test('a runner without a report counts as a failure', () => {
  expect(readVitest('/nowhere/unit.json').counts.failed).toBe(1)
  expect(readPlaywright('/nowhere/browser.json').counts.failed).toBe(1)
})
