import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

import { makeScratchDir } from '../server/test/run/scratch-dir.ts'
import { root } from './step.ts'
import { forgive, isSpoilt, readPlaywright, readVitest, slowestTests } from './test-reports.ts'

const run = promisify(execFile)

/** A browser run of two tests, each with its time and, where it failed, the reason. */
async function writeRun(folder: string, tests: Record<string, [ms: number, why?: string]>, errors: object[] = []) {
  const file = path.join(folder, `${Object.keys(tests).join('-')}.json`)
  const specs = Object.entries(tests).map(([title, [duration, why]]) => {
    const results = [{ duration, ...(why ? { error: { message: why } } : {}) }]
    return { title, tests: [{ projectName: 'phone', status: why ? 'unexpected' : 'expected', results }] }
  })
  const unexpected = Object.values(tests).filter(([, why]) => why).length
  const stats = { expected: specs.length - unexpected, unexpected, skipped: 0 }
  const suites = [{ file: 'b.spec.ts', suites: [{ file: 'b.spec.ts', specs }] }]
  await writeFile(file, JSON.stringify({ stats, suites, errors }))
  return readPlaywright(file)
}

const trimmed = (told: string[]) => told.map((one) => one.trimEnd())

test('reads times and failures of a browser run, and names the slowest first', async () => {
  const { counts, times, failures } = await writeRun(await makeScratchDir(), {
    walk: [9_000, 'not there'],
    journey: [10_000],
  })
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(slowestTests(times, 2)).toEqual([
    '   10.0 s  e2e/b.spec.ts (phone): journey',
    '    9.0 s  e2e/b.spec.ts (phone): walk',
  ])
  expect(trimmed(failures)).toEqual(['e2e/b.spec.ts (phone): walk\n    not there'])
})

test('a second try forgives who passes then, names them, and nobody else', async () => {
  const folder = await makeScratchDir()
  const first = await writeRun(folder, { good: [1], walk: [2, 'too late'], journey: [3, 'wrong'] })
  const again = await writeRun(folder, { walk: [2], journey: [3, 'still wrong'] })
  expect(isSpoilt(first)).toBe(true)
  const { counts, failures, shaky } = forgive(first, again)
  expect(counts).toEqual({ passed: 2, failed: 1, skipped: 0 })
  expect(trimmed(failures)).toEqual(['e2e/b.spec.ts (phone): journey\n    still wrong'])
  expect(trimmed(shaky)).toEqual(['e2e/b.spec.ts (phone): walk\n    too late'])
})

test('no second try for a green run, an error outside any test, a runner without a report, or many failures', async () => {
  const folder = await makeScratchDir()
  expect(isSpoilt(await writeRun(folder, { good: [1] }))).toBe(false)
  expect(isSpoilt(await writeRun(folder, { walk: [1, 'no'] }, [{ message: 'no server' }]))).toBe(false)
  expect(isSpoilt(readPlaywright('/nowhere/browser.json'))).toBe(false)
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`t${at}`, [1, 'no'] as [number, string]]))
  expect(isSpoilt(await writeRun(folder, many))).toBe(false)
})

test('a second try forgives no test that it did not run, and no error of its own', async () => {
  const folder = await makeScratchDir()
  const first = await writeRun(folder, { good: [1], walk: [2, 'too late'] })
  expect(forgive(first, readPlaywright('/nowhere/browser.json')).failures).toHaveLength(2)
  expect(forgive(first, await writeRun(folder, { other: [1] })).counts).toEqual({ passed: 1, failed: 1, skipped: 0 })
  const crashed = await writeRun(folder, { walk: [1] }, [{ message: 'no server' }])
  expect(forgive(first, crashed).counts).toEqual({ passed: 1, failed: 1, skipped: 0 })
  const { counts, shaky } = forgive(first, await writeRun(folder, { good: [1, 'now'], walk: [2] }))
  expect(counts).toEqual({ passed: 2, failed: 0, skipped: 0 })
  expect(trimmed(shaky)).toEqual(['e2e/b.spec.ts (phone): walk\n    too late', 'e2e/b.spec.ts (phone): good\n    now'])
})

test('tells every way a unit run can fail, and which files to try again', async () => {
  const folder = await makeScratchDir()
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const write = (name: string, text: string) =>
    writeFile(path.join(folder, name), `import { afterAll, test } from 'vitest'\n${text}`)
  await write(
    'a.test.js',
    `test('good', () => {})
    test.skip('left out', () => {})
    test('wrong', () => { throw new Error('\\u001B[31mno\\u001B[39m') })
    afterAll(() => { throw new Error('not cleaned up') })`,
  )
  await write('b.test.js', `import './missing.js'`)
  await write('c.test.js', `test('leaves something behind', () => void Promise.reject(new Error('unheard')))`)
  const file = path.join(folder, 'unit.json')
  const reporter = path.join(import.meta.dirname, 'unit-report.ts')
  await run('vitest', ['run', `--root=${folder}`, `--reporter=${reporter}`], {
    env: { ...process.env, UNIT_REPORT_FILE: file },
  }).catch(() => {})
  const { counts, times, failures, errors, files } = readVitest(file)
  expect(counts).toEqual({ passed: 2, failed: 4, skipped: 1 })
  expect(times.map(({ name }) => name)).toContain('a.test.js: good')
  const firstLines = (told: string[]) => told.map((one) => one.split('\n').slice(0, 2).join(':').replaceAll(/ +/g, ' '))
  expect(firstLines(failures)).toEqual([
    'a.test.js: wrong: no',
    'a.test.js: not cleaned up',
    expect.stringMatching(/^b\.test\.js: .*missing\.js/),
    'outside any test: unheard',
  ])
  expect(firstLines(errors)).toEqual(['outside any test: unheard'])
  expect(files.toSorted()).toEqual(['a.test.js', 'b.test.js'])
})

test('a runner without a report counts as a failure', () => {
  expect(readVitest('/nowhere/unit.json').counts.failed).toBe(1)
  expect(readPlaywright('/nowhere/browser.json').counts.failed).toBe(1)
})
