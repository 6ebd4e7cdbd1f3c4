import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { LANGUAGES } from '../../contract/languages.ts'
import { pageCount } from '../../e2e/console/page-table.ts'
import { screenTable } from '../../e2e/screen-table.ts'
import { buildWeb } from '../build-web.ts'
import { root, runStep } from '../step.ts'

type Stats = { expected: number; unexpected: number; flaky: number; skipped: number }
type Report = { stats: Stats; suites: (Suite & { file: string })[] }
type Note = { type: string; description?: string }
type Test = { annotations: Note[]; results: { steps?: { title: string }[] }[] }
type Looks = { pageLooks: number; sheetLooks: number }
type Suite = { suites?: Suite[]; specs: { tests: Test[] }[] }

const WALK = 'screens.spec.ts'
const SPECS = [WALK, 'console-words.spec.ts', 'sheet-back.spec.ts', 'screen-states.spec.ts']
/** Signed in and out, on a phone and on a desktop (also shown at 390 and at 768 px), light and dark, in each language. */
const WANTED = screenTable.length * 2 * 2 * 2 * LANGUAGES.length
/** Each page of the console at three widths, light and dark, in each language. */
const WANTED_PAGES = pageCount * 3 * 2 * LANGUAGES.length

/**
 * Opens every path of the portal in every look, and checks the browser's errors, sideways scrolling and accessibility
 * in each; and every page and sheet of the console, where no word may be cut. Beside them, in one run since each empties
 * the folder of pictures: every sheet and every state of the portal's home.
 */
export async function prove(): Promise<boolean> {
  await buildWeb({ log: console.log })
  const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-screens-'))
  try {
    const file = path.join(folder, 'report.json')
    const { ok, seconds } = await runStep('screens', ['playwright', 'test', ...SPECS, '--reporter=list,json'], {
      show: true,
      env: { SCREENS: 'all', PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    })
    const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as Report
    const walked = suites.filter((suite) => suite.file === WALK).flatMap(findTests)
    const opened = walked.reduce((sum, test) => sum + countSteps(test), 0)
    const looks = suites.flatMap(findTests).flatMap(findLooks)
    const sumOf = (what: keyof Looks) => looks.reduce((sum, one) => sum + one[what], 0)
    const pictures = readdirSync(path.join(root, 'test-results', 'screens')).length
    console.log(
      `  ${opened} of ${WANTED} visits in ${Math.round(seconds)} s, ${pictures} pictures in test-results/screens`,
    )
    console.log(`  console: ${sumOf('pageLooks')} of ${WANTED_PAGES} looks at pages, ${sumOf('sheetLooks')} at sheets`)
    console.log(`  ${stats.expected} walks without a finding, ${stats.unexpected + stats.flaky} with one`)
    return ok && opened === WANTED && sumOf('pageLooks') === WANTED_PAGES
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const findTests = ({ suites = [], specs }: Suite): Test[] => [
  ...specs.flatMap(({ tests }) => tests),
  ...suites.flatMap(findTests),
]

/** One step opens one path. */
const countSteps = ({ results }: Test) => results.reduce((sum, { steps = [] }) => sum + steps.length, 0)

/** What a tour of the console has counted. */
const findLooks = ({ annotations }: Test) =>
  annotations.filter(({ type }) => type === 'looks').map(({ description }) => JSON.parse(description!) as Looks)
